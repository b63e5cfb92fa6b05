-- Inserts announcements, with numbers continuing from the last. $1 bigint[]: number;
-- $2 timestamptz[]: due_at; $3 text[]: gift; $4 text[]: event; $5 bigint[]: version;
-- $6 text[]: rotation or null; $7 bigint[]: turn or null; $8 bigint[]: change;
-- $9 timestamptz[]: announced_at.
INSERT INTO announcement (
  number, due_at, gift, event, version, rotation, turn, change, announced_at)
SELECT number, due_at, gift, event, version, rotation, turn, change, announced_at
FROM unnest(
  $1::bigint[], $2::timestamptz[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::bigint[],
  $8::bigint[], $9::timestamptz[])
  AS u (number, due_at, gift, event, version, rotation, turn, change, announced_at)
