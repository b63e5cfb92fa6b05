-- How long this transaction waits for a lock. $1 text: a duration such as 30000ms. Locks: none.
SELECT set_config('lock_timeout', $1::text, true) AS setting
