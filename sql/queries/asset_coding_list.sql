-- The stored codings of animations. Columns: sha256 bytea, coding text, digest bytea: the
-- SHA-256 of the coded bytes. Locks: none.
SELECT sha256, coding, sha256(bytes) AS digest FROM asset_coding ORDER BY sha256, coding
