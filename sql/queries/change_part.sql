-- The changes after one, with their commands, in order. $1 bigint: that change; $2 bigint: at most
-- this many; $3 bigint: the bytes of commands, after which no more are read.
-- Columns: number bigint, at timestamptz, actor text, login text, reason text?, verb text,
-- alters_catalogue boolean, commands text, difference bytea,
-- digest bytea. Locks: none. Index: the primary key.
SELECT number, at, actor, login, reason, verb, alters_catalogue, commands, difference, digest
FROM (
  SELECT number, at, actor, login, reason, verb, alters_catalogue, commands::text AS commands,
    difference, digest,
    sum(octet_length(commands::text)) OVER (ORDER BY number) - octet_length(commands::text)
      AS bytes_before
  FROM change
  WHERE number > $1
  ORDER BY number
  LIMIT $2) AS part
WHERE bytes_before < $3::bigint
ORDER BY number
