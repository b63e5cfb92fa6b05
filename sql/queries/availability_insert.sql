-- An availability. $1 text: gift; $2 text: layer; $3 bigint: version; $4 timestamptz: from_at;
-- $5 timestamptz?: until_at; $6 bigint: change; $7 bigint?: until_change, for imported history.
INSERT INTO availability (gift, layer, version, from_at, until_at, since_change, until_change)
VALUES ($1, $2, $3, $4, $5, $6, $7)
