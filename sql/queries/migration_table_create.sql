-- Creates the catalogue's schema and the table of applied migrations, unless they are there: an
-- administrator may have made the schema, and another migration both. Locks: the new table.
DO $$
BEGIN
  IF to_regnamespace('gift') IS NULL THEN
    CREATE SCHEMA gift;
  END IF;
  CREATE TABLE IF NOT EXISTS gift.migration (
    number bigint PRIMARY KEY,
    name text NOT NULL,
    checksum bytea NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT migration_checksum_is_sha256 CHECK (octet_length(checksum) = 32)
  );
EXCEPTION
  -- Another migration made them at the same time, and has committed.
  WHEN unique_violation OR duplicate_schema OR duplicate_table THEN NULL;
END
$$
