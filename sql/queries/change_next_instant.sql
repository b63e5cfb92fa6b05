-- When the earliest of the changes after one was made, by the clock: null if there is none.
-- $1 bigint: change. Columns: at timestamptz. Locks: none.
-- Index: the primary key, change_that_begins_anew.
SELECT min(at) AS at
FROM change
WHERE number = $1::bigint + 1 OR (begins_anew AND number > $1::bigint)
