-- Every change with its commands, in order.
-- Columns: number bigint, at timestamptz, actor text, login text, reason text?, verb text,
-- alters_catalogue boolean, commands text, difference bytea,
-- digest bytea. Locks: none. Index: the primary key.
SELECT number, at, actor, login, reason, verb, alters_catalogue, commands::text AS commands,
  difference, digest
FROM change
ORDER BY number
