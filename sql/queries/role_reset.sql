-- Acts as the login itself for the rest of the transaction, instead of in a role. Locks: none.
SELECT set_config('role', 'none', true)
