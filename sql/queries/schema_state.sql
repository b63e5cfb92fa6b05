-- Whether the table of migrations exists. Columns: migrated boolean. Locks: none.
SELECT to_regclass('migration') IS NOT NULL AS migrated
