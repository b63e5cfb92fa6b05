-- The newest changes of one gift before a number, newest first.
-- $1 text: gift; $2 bigint: below this number; $3 bigint: at most so many.
-- Columns: number bigint, at timestamptz, actor text, verb text, alters_catalogue boolean,
-- gift text[]: the gift, rotation text[], gift_count bigint: 1.
-- Locks: none. Index: the primary keys.
SELECT c.number, c.at, c.actor, c.verb, c.alters_catalogue, ARRAY[g.gift] AS gift,
  ARRAY(SELECT p.rotation FROM rotation_plan AS p WHERE p.since_change = c.number
    ORDER BY p.rotation) AS rotation,
  1::bigint AS gift_count
FROM gift_change AS g
JOIN change AS c ON c.number = g.change
WHERE g.gift = $1 AND g.change < $2
ORDER BY g.change DESC
LIMIT $3
