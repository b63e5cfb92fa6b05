-- The newest change; number 0 and the epoch if there is none.
-- Columns: number bigint, at timestamptz. Locks: none. Index: the primary key.
SELECT coalesce(c.number, 0)::bigint AS number, coalesce(c.at, 'epoch'::timestamptz) AS at
FROM (SELECT max(number) AS number FROM change) AS last
LEFT JOIN change AS c ON c.number = last.number
