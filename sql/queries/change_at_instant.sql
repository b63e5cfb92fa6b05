-- The last change committed at or before an instant; 0 when there is none.
-- $1 timestamptz. Columns: number bigint. Locks: none. Index: change_by_instant.
SELECT coalesce(max(number), 0)::bigint AS number FROM change WHERE at <= $1
