-- When gifts were edited after an instant. $1 timestamptz: after. Columns: gift text,
-- at timestamptz. Locks: none. Index: change_by_instant, gift_change_by_change.
SELECT g.gift, c.at
FROM change AS c
JOIN gift_change AS g ON g.change = c.number
WHERE c.at > $1
