-- The newest change; number 0 and the epoch when there is none.
-- Columns: number bigint, at timestamptz. Locks: none. Index: the primary key.
SELECT coalesce(max(number), 0)::bigint AS number,
  coalesce(max(at), 'epoch'::timestamptz) AS at
FROM change
