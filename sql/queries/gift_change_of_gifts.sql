-- The changes of some gifts, in order. $1 text[]: gifts. Columns: gift text, change bigint.
-- Locks: none. Index: the primary key.
SELECT gift, change FROM gift_change WHERE gift = ANY ($1::text[]) ORDER BY gift, change
