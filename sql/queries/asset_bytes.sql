-- The bytes under a digest. $1 bytea: sha256. Columns: bytes bytea. Index: the primary key.
SELECT bytes FROM asset WHERE sha256 = $1
