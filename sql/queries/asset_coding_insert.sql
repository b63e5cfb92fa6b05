-- Stores a coding of bytes stored by this transaction; others keep their codings.
-- $1 bytea: sha256; $2 text: coding; $3 bytea: bytes. Index: the primary key of asset.
INSERT INTO asset_coding (sha256, coding, bytes)
SELECT sha256, $2, $3 FROM asset WHERE sha256 = $1 AND xmin = pg_current_xact_id()::xid
ON CONFLICT (sha256, coding) DO NOTHING
