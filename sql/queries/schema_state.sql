-- Whether the table of migrations exists, and the database's encoding, as UTF8. Columns: migrated
-- boolean, encoding text. Locks: none.
SELECT to_regclass('gift.migration') IS NOT NULL AS migrated,
  current_setting('server_encoding') AS encoding
