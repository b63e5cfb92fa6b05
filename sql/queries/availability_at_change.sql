-- The current availabilities of some gifts after a change. $1 bigint: change; $2 text[]: gifts.
-- Columns: gift text, version bigint?, from_at timestamptz, until_at timestamptz?,
-- since_change bigint, until_change bigint?, price bigint?, sort_order bigint?. Locks: none.
-- Index: the primary key.
SELECT gift, version, from_at, until_at, since_change, until_change, price, sort_order
FROM availability
WHERE gift = ANY ($2::text[]) AND since_change <= $1 AND (until_change IS NULL OR until_change > $1)
ORDER BY gift, from_at, standing
