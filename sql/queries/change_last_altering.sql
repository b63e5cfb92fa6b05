-- The newest change up to another that clients can see; number 0 and the epoch if there is none.
-- $1 bigint: up to this change. Columns: number bigint, at timestamptz, digest bytea?. Locks: none.
-- Index: change_that_alters.
SELECT coalesce(c.number, 0)::bigint AS number, coalesce(c.at, 'epoch'::timestamptz) AS at,
  c.digest
FROM (SELECT max(number) AS number FROM change WHERE alters_catalogue AND number <= $1) AS last
LEFT JOIN change AS c ON c.number = last.number
