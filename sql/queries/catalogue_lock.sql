-- Takes the catalogue's one lock for this transaction, so that changes are numbered in commit
-- order. $1 bigint: the lock's key. Locks: the advisory lock, until the transaction ends.
SELECT pg_advisory_xact_lock($1::bigint)::text AS taken
