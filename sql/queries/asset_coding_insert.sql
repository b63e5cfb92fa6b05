-- Stores a coding of the bytes under a digest, unless there is one.
-- $1 bytea: sha256; $2 text: coding; $3 bytea: bytes. Locks: the row.
INSERT INTO asset_coding (sha256, coding, bytes) VALUES ($1, $2, $3)
ON CONFLICT (sha256, coding) DO NOTHING
