-- Every availability of one gift. $1 text: gift.
-- Columns: gift text, version bigint, from_at timestamptz, until_at timestamptz?,
-- since_change bigint, until_change bigint?. Locks: none. Index: the primary key.
SELECT gift, version, from_at, until_at, since_change, until_change
FROM availability
WHERE gift = $1
ORDER BY from_at, since_change
