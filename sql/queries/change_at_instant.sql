-- The last change committed at or before an instant; 0 when there is none.
-- $1 timestamptz. Columns: number bigint. Locks: none. Index: change_by_instant.
SELECT coalesce(
  (SELECT number FROM change WHERE at <= $1 ORDER BY at DESC, number DESC LIMIT 1), 0)::bigint
  AS number
