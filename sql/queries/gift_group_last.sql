-- The last settings of each placement and category that changes after one and up to another made.
-- $1 bigint: change; $2 bigint: change.
-- Columns: kind text, name text, since_change bigint, settings text?.
-- Locks: none. Index: the primary key, backwards.
SELECT DISTINCT ON (kind, name) kind, name, since_change, settings
FROM gift_group
WHERE since_change > $1 AND since_change <= $2
ORDER BY kind DESC, name DESC, since_change DESC
