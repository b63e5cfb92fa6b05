-- The codings that are kept of animations. Columns: sha256 bytea, coding text, digest bytea: the
-- SHA-256 of what the coding gives. Locks: none.
SELECT sha256, coding, sha256(bytes) AS digest FROM asset_coding ORDER BY sha256, coding
