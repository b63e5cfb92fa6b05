-- Inserts availabilities. $1 text[]: gift; $2 bigint[]: version or null; $3 timestamptz[]: from_at;
-- $4 timestamptz[]: until_at or null; $5 bigint[]: change; $6 bigint[]: until_change or null, for
-- imported history; $7 bigint[]: price or null; $8 bigint[]: sort_order or null.
INSERT INTO availability (gift, version, from_at, until_at, since_change, until_change, price,
  sort_order)
SELECT u.gift, u.version, u.from_at, u.until_at, u.since_change, u.until_change, u.price,
  u.sort_order
FROM unnest(
  $1::text[], $2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::bigint[], $6::bigint[],
  $7::bigint[], $8::bigint[])
  AS u (gift, version, from_at, until_at, since_change, until_change, price, sort_order)
