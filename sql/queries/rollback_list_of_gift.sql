-- The changes of one gift that were rollbacks. $1 text: gift. Columns: change bigint.
-- Locks: none. Index: the primary keys.
SELECT g.change
FROM gift_change AS g
JOIN change AS c ON c.number = g.change
WHERE g.gift = $1 AND c.verb = 'rollback'
