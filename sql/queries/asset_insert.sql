-- Stores bytes and their codings under the bytes' digest, unless they are there.
-- $1 bytea: sha256; $2 bytea: bytes; $3 bytea: gzip; $4 bytea: brotli; null for no coding.
-- Locks: the row.
INSERT INTO asset (sha256, bytes, gzip, brotli) VALUES ($1, $2, $3, $4)
ON CONFLICT (sha256) DO NOTHING
