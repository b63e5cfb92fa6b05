-- Every availability ever recorded up to a change. $1 bigint: change.
-- Columns: gift text, version bigint?, from_at timestamptz, until_at timestamptz?,
-- since_change bigint, until_change bigint?, price bigint?, sort_order bigint?. Locks: none.
SELECT gift, version, from_at, until_at, since_change, until_change, price, sort_order
FROM availability
WHERE since_change <= $1
ORDER BY gift, from_at, standing, since_change
