-- Inserts settings of placements and categories. $1 text[]: kind; $2 text[]: name; $3 bigint[]:
-- change; $4 text[]: settings or null.
INSERT INTO gift_group (kind, name, since_change, settings)
SELECT kind, name, since_change, settings
FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[])
  AS u (kind, name, since_change, settings)
