-- The changes of one gift, in order. $1 text: gift. Columns: gift text, change bigint.
-- Locks: none. Index: the primary key.
SELECT gift, change FROM gift_change WHERE gift = $1 ORDER BY change
