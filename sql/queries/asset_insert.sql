-- Stores bytes under their digest, unless they are there. $1 bytea: sha256; $2 bytea: bytes.
-- Locks: the row.
INSERT INTO asset (sha256, bytes) VALUES ($1, $2)
ON CONFLICT (sha256) DO NOTHING
