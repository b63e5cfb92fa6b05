-- Every gift ever added, by id. Columns: id text, since_change bigint. Locks: none.
SELECT id, since_change FROM gift ORDER BY id
