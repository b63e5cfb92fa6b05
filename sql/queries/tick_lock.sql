-- Takes the lock of schedulers for this transaction.
-- Locks: the row of tick, until the transaction ends.
SELECT is_tick FROM tick FOR UPDATE
