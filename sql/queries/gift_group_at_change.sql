-- The settings of all placements and categories up to a change, in the order of changes.
-- $1 bigint: change. Columns: kind text, name text, since_change bigint, settings text?.
-- Locks: none.
SELECT kind, name, since_change, settings
FROM gift_group
WHERE since_change <= $1
ORDER BY since_change, kind DESC, name
