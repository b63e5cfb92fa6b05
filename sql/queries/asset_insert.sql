-- Stores bytes under their digest, unless already stored. $1 bytea: sha256; $2 bytea: bytes.
-- Locks: the row.
INSERT INTO asset (sha256, bytes) VALUES ($1, $2)
ON CONFLICT (sha256) DO NOTHING
