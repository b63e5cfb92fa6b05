-- When gifts were edited after an instant, except edits before a repair that are dated by a clock
-- that was ahead. $1 timestamptz: after; $2 text[]: gifts.
-- Columns: gift text, at timestamptz. Locks: none.
-- Index: the primary keys, change_by_instant, gift_change_by_change, change_that_begins_anew.
SELECT g.gift, c.at
FROM change AS c
JOIN gift_change AS g ON g.change = c.number
WHERE c.at > $1 AND g.gift = ANY ($2::text[])
  AND NOT EXISTS (
    SELECT FROM change AS r WHERE r.begins_anew AND r.number > c.number AND r.at < c.at)
