-- Which of some gifts were ever added. $1 text[]: ids. Columns: id text. Locks: none.
-- Index: the primary key.
SELECT id FROM gift WHERE id = ANY ($1::text[])
