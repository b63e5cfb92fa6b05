-- The newest applied migration, nulls if there is none. Every writing transaction runs this first:
-- its lock keeps migrations out, and during a migration it waits without holding other locks.
-- Columns: number bigint?, name text?, checksum bytea?. Index: the primary key, backwards.
-- Locks: the table, shared, until the transaction ends.
SELECT newest.number, newest.name, newest.checksum
FROM (VALUES (true)) AS one LEFT JOIN LATERAL (
  SELECT number, name, checksum FROM migration ORDER BY number DESC LIMIT 1) AS newest ON true
