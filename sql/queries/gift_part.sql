-- The gifts after one, in order. $1 text: that gift; $2 bigint: at most so many.
-- Columns: gift text. Locks: none. Index: the primary key.
SELECT id AS gift FROM gift WHERE id > $1 ORDER BY id LIMIT $2
