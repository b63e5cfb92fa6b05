-- The changes after one that only undid another. $1 bigint: change.
-- Columns: number bigint, undone bigint. Locks: none. Index: change_that_undoes.
SELECT number, (commands -> 0 -> 'undo' ->> 'change')::bigint AS undone
FROM change
WHERE verb = 'undo' AND number > $1 AND json_array_length(commands) = 1
  -- Commands are what an editor's login wrote.
  AND commands -> 0 -> 'undo' ->> 'change' ~ '^[0-9]{1,18}$'
