-- The changes of some gifts that undid others. $1 text[]: gifts. Columns: change bigint.
-- Locks: none. Index: the primary keys.
SELECT g.change
FROM gift_change AS g
JOIN change AS c ON c.number = g.change
WHERE g.gift = ANY ($1::text[]) AND c.verb IN ('rollback', 'undo')
