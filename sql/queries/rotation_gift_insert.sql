-- Binds gifts to a rotation. $1 text[]: gift; $2 text[]: rotation; $3 bigint[]: change;
-- $4 bigint[]: until_change or null, for imported history.
INSERT INTO rotation_gift (gift, rotation, since_change, until_change)
SELECT u.gift, u.rotation, u.since_change, u.until_change
FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
  AS u (gift, rotation, since_change, until_change)
