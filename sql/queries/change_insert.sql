-- Records an edit. $1 bigint: number; $2 timestamptz: at; $3 text: actor; $4 text: login;
-- $5 text: reason or null; $6 text: verb; $7 boolean: alters_catalogue; $8 text: commands, JSON;
-- $9 bytea: digest. The row of head is locked and updated.
INSERT INTO change
  (number, at, actor, login, reason, verb, alters_catalogue, commands, digest)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8::text::json, $9)
