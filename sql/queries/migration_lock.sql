-- Takes the lock under which migrations run, and limits the wait for it and for each other lock of
-- this transaction, because others queue behind a waiting table lock.
-- $1 bigint: the lock's key; $2 text: the longest wait for a lock, with its unit.
-- Locks: the advisory lock, until the transaction ends.
SELECT set_config('lock_timeout', $2, true) || pg_advisory_xact_lock($1::bigint)::text AS taken
