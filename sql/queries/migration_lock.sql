-- Takes the lock under which migrations run, and waits for it, and for each other lock of this
-- transaction, no longer than is said: who waits for a table lets nobody else have it.
-- $1 bigint: the lock's key; $2 text: the longest wait for a lock, with its unit.
-- Locks: the advisory lock, until the transaction ends.
SELECT set_config('lock_timeout', $2, true) || pg_advisory_xact_lock($1::bigint)::text AS taken
