-- The newest changes of one gift, or of a rotation that had it then, before a number, newest first.
-- $1 text: gift; $2 bigint: below this number; $3 bigint: the limit;
-- $4 text?: only by this actor.
-- Columns: number bigint, at timestamptz, actor text, login text, reason text?, verb text,
-- alters_catalogue boolean,
-- gift text[]: the gift, if it was edited itself, rotation text[], group_kind text[],
-- group_name text[], gift_count bigint: 1 or 0.
-- Locks: none. Index: the primary keys, rotation_plan_by_change; the few plans are all read.
WITH edit (change, is_own) AS (
  SELECT g.change, true FROM gift_change AS g WHERE g.gift = $1 AND g.change < $2
  UNION
  SELECT p.since_change, false
  FROM rotation_plan AS p
  JOIN rotation_gift AS r ON r.rotation = p.rotation
    AND r.since_change <= p.since_change
    AND (r.until_change IS NULL OR r.until_change >= p.since_change)
  WHERE r.gift = $1 AND p.since_change < $2
)
SELECT c.number, c.at, c.actor, c.login, c.reason, c.verb, c.alters_catalogue,
  CASE WHEN bool_or(e.is_own) THEN ARRAY[$1] ELSE ARRAY[]::text[] END AS gift,
  ARRAY(SELECT p.rotation FROM rotation_plan AS p WHERE p.since_change = c.number
    ORDER BY p.rotation) AS rotation,
  ARRAY(SELECT s.kind FROM gift_group AS s WHERE s.since_change = c.number
    ORDER BY s.kind DESC, s.name) AS group_kind,
  ARRAY(SELECT s.name FROM gift_group AS s WHERE s.since_change = c.number
    ORDER BY s.kind DESC, s.name) AS group_name,
  CASE WHEN bool_or(e.is_own) THEN 1 ELSE 0 END::bigint AS gift_count
FROM edit AS e
JOIN change AS c ON c.number = e.change
WHERE (e.is_own OR c.verb = 'rotation') AND ($4::text IS NULL OR c.actor = $4)
GROUP BY c.number
ORDER BY c.number DESC
LIMIT $3
