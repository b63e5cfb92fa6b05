-- Whether the table of migrations exists. Columns: migrated boolean. Locks: none.
SELECT to_regclass('gift.migration') IS NOT NULL AS migrated
