-- Stores bytes under their digests, unless they are there.
-- $1 bytea[]: sha256; $2 bytea[]: bytes. Locks: the rows.
INSERT INTO asset (sha256, bytes)
SELECT u.sha256, u.bytes
FROM unnest($1::bytea[], $2::bytea[]) AS u (sha256, bytes)
ON CONFLICT (sha256) DO NOTHING
