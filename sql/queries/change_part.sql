-- The changes after one, with their commands, in order. $1 bigint: that change; $2 bigint: at most
-- so many.
-- Columns: number bigint, at timestamptz, actor text, login text, reason text?, verb text,
-- alters_catalogue boolean, commands text, difference bytea,
-- digest bytea. Locks: none. Index: the primary key.
SELECT number, at, actor, login, reason, verb, alters_catalogue, commands::text AS commands,
  difference, digest
FROM change
WHERE number > $1
ORDER BY number
LIMIT $2
