-- The availabilities recorded after one change's gift and up to another's, by change and
-- gift. $1 bigint, $2 text: the first; $3 bigint, $4 text: the last.
-- Columns: gift text, version bigint?, from_at timestamptz, until_at timestamptz?,
-- since_change bigint, until_change bigint?, price bigint?, sort_order bigint?. Locks: none.
-- Index: availability_since_change.
SELECT gift, version, from_at, until_at, since_change, until_change, price, sort_order
FROM availability
WHERE (since_change, gift) > ($1, $2) AND (since_change, gift) <= ($3, $4)
ORDER BY since_change, gift, from_at, standing
