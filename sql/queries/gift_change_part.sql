-- The gifts that changes touched, by change and gift, after one change's gift. $1 bigint, $2 text:
-- that; $3 bigint: the last change; $4 bigint: at most so many.
-- Columns: gift text, change bigint. Locks: none. Index: gift_change_by_change.
SELECT gift, change
FROM gift_change
WHERE (change, gift) > ($1, $2) AND change <= $3
ORDER BY change, gift
LIMIT $4
