-- The newest changes before a number, newest first.
-- $1 bigint: below this number; $2 bigint: the limit; $3 text?: only by
-- this actor.
-- Columns: number bigint, at timestamptz, actor text, login text, reason text?, verb text,
-- alters_catalogue boolean,
-- gift text[]: the first 20 that it touched, rotation text[],
-- group_kind text[], group_name text[], gift_count bigint.
-- Locks: none. Index: the primary key, gift_change_by_change, rotation_plan_by_change,
-- gift_group_by_change.
SELECT c.number, c.at, c.actor, c.login, c.reason, c.verb, c.alters_catalogue,
  ARRAY(SELECT g.gift FROM gift_change AS g WHERE g.change = c.number ORDER BY g.gift LIMIT 20)
    AS gift,
  ARRAY(SELECT p.rotation FROM rotation_plan AS p WHERE p.since_change = c.number
    ORDER BY p.rotation) AS rotation,
  ARRAY(SELECT s.kind FROM gift_group AS s WHERE s.since_change = c.number
    ORDER BY s.kind DESC, s.name) AS group_kind,
  ARRAY(SELECT s.name FROM gift_group AS s WHERE s.since_change = c.number
    ORDER BY s.kind DESC, s.name) AS group_name,
  (SELECT count(*) FROM gift_change AS g WHERE g.change = c.number) AS gift_count
FROM change AS c
WHERE c.number < $1 AND ($3::text IS NULL OR c.actor = $3)
ORDER BY c.number DESC
LIMIT $2
