-- Every availability of some gifts. $1 text[]: gifts.
-- Columns: gift text, version bigint?, from_at timestamptz, until_at timestamptz?,
-- since_change bigint, until_change bigint?, price bigint?, sort_order bigint?. Locks: none.
-- Index: the primary key.
SELECT gift, version, from_at, until_at, since_change, until_change, price, sort_order
FROM availability
WHERE gift = ANY ($1::text[])
ORDER BY gift, from_at, standing, since_change
