-- The gifts whose ids differ from one only in hyphens. $1 text: the id. Columns: gift text.
-- Locks: none. Index: none; a gift is added rarely.
SELECT id AS gift FROM gift
WHERE replace(id, '-', '') = replace($1, '-', '') AND id <> $1
ORDER BY id
