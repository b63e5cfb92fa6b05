-- The bytes with some digests, and their codings; missing ones are left out.
-- $1 bytea[]: digests. Columns: sha256 bytea, coding text, bytes bytea. Index: the primary keys.
SELECT sha256, 'identity' AS coding, bytes FROM asset WHERE sha256 = ANY ($1::bytea[])
UNION ALL
SELECT sha256, coding, bytes FROM asset_coding WHERE sha256 = ANY ($1::bytea[])
