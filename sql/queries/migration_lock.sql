-- Takes the lock under which migrations run. $1 bigint: the lock's key.
-- Locks: the advisory lock, until the transaction ends.
SELECT pg_advisory_xact_lock($1::bigint)::text AS taken
