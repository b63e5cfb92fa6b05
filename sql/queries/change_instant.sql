-- When a change was made. $1 bigint: number. Columns: at timestamptz.
-- Locks: none. Index: the primary key.
SELECT at FROM change WHERE number = $1
