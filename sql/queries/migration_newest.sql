-- The newest migration that was applied, nulls if none was. Whoever is going to write asks this
-- first: while they are at it nobody migrates, and while somebody migrates they wait, and hold
-- nothing else.
-- Columns: number bigint?, name text?, checksum bytea?. Index: the primary key, backwards.
-- Locks: the table, shared, until the transaction ends.
SELECT newest.number, newest.name, newest.checksum
FROM (VALUES (true)) AS one LEFT JOIN LATERAL (
  SELECT number, name, checksum FROM migration ORDER BY number DESC LIMIT 1) AS newest ON true
