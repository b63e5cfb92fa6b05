-- Records an edit. $1 bigint: number; $2 timestamptz: at; $3 text: actor; $4 text: verb;
-- $5 boolean: alters_catalogue. The head is locked, and moves along.
INSERT INTO change (number, at, actor, verb, alters_catalogue) VALUES ($1, $2, $3, $4, $5)
