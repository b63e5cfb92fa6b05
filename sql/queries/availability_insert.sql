-- Availabilities. $1 text[]: gift; $2 text[]: layer; $3 bigint[]: version;
-- $4 timestamptz[]: from_at; $5 timestamptz[]: until_at or null; $6 bigint[]: change;
-- $7 bigint[]: until_change or null, for imported history.
INSERT INTO availability (gift, layer, version, from_at, until_at, since_change, until_change)
SELECT u.gift, u.layer, u.version, u.from_at, u.until_at, u.since_change, u.until_change
FROM unnest(
  $1::text[], $2::text[], $3::bigint[], $4::timestamptz[], $5::timestamptz[], $6::bigint[],
  $7::bigint[])
  AS u (gift, layer, version, from_at, until_at, since_change, until_change)
