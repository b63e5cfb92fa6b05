-- The database's clock: the only place where the time is read.
-- Columns: now timestamptz. Locks: none.
SELECT clock_timestamp() AS now
