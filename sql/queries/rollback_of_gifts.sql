-- The changes of some gifts that did nothing but take back last edits. $1 text[]: gifts.
-- Columns: change bigint. Locks: none. Index: the primary keys.
SELECT DISTINCT g.change
FROM gift_change AS g
JOIN change AS c ON c.number = g.change
WHERE g.gift = ANY ($1::text[]) AND c.verb = 'rollback'
  AND NOT EXISTS (
    SELECT FROM json_array_elements(c.commands) AS made (command)
    WHERE made.command -> 'rollBack' ->> 'gift' IS NULL
      OR made.command -> 'rollBack' ->> 'to' IS NOT NULL)
