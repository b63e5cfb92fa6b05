-- The applied migrations, in order. Columns: number bigint, name text, checksum bytea.
-- Locks: none. Index: the primary key.
SELECT number, name, checksum FROM migration ORDER BY number
