-- The bytes and the codings under some digests, by digest; those that are not there are left out.
-- $1 bytea[]: digests.
-- Columns: sha256 bytea, bytes bytea, gzip bytea, brotli bytea. Index: the primary key.
SELECT sha256, bytes, gzip, brotli FROM asset WHERE sha256 = ANY ($1::bytea[]) ORDER BY sha256
