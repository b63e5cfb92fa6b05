-- Records edits. $1 bigint[]: number; $2 timestamptz[]: at; $3 text[]: actor; $4 text[]: login;
-- $5 text[]: reason or null; $6 text[]: verb; $7 boolean[]: alters_catalogue; $8 text[]: commands,
-- JSON; $9 bytea[]: difference; $10 bytea[]: digest. The row of head is locked and updated.
INSERT INTO change
  (number, at, actor, login, reason, verb, alters_catalogue, commands, difference, digest)
SELECT u.number, u.at, u.actor, u.login, u.reason, u.verb, u.alters_catalogue, u.commands::json,
  u.difference, u.digest
FROM unnest(
  $1::bigint[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[],
  $8::text[], $9::bytea[], $10::bytea[])
  AS u (number, at, actor, login, reason, verb, alters_catalogue, commands, difference, digest)
ORDER BY u.number
