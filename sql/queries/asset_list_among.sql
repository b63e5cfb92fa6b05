-- Which of some digests are stored. $1 bytea[]: digests. Columns: sha256 bytea. Locks: none.
-- Index: the primary key.
SELECT sha256 FROM asset WHERE sha256 = ANY ($1::bytea[])
