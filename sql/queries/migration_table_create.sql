-- Creates the table of applied migrations. Locks: the new table.
CREATE TABLE IF NOT EXISTS migration (
  number bigint PRIMARY KEY,
  name text NOT NULL,
  checksum bytea NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT migration_checksum_is_sha256 CHECK (octet_length(checksum) = 32)
)
