-- The newest migration that was applied. Columns: number bigint, name text. Locks: none.
-- Index: the primary key, backwards.
SELECT number, name FROM migration ORDER BY number DESC LIMIT 1
