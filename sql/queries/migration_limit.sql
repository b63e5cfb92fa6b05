-- Limits the wait for each lock of this transaction, because others queue behind a waiting table
-- lock. $1 text: the longest wait for a lock, with its unit.
SELECT set_config('lock_timeout', $1, true) AS waits
