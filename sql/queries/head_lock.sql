-- Takes the catalogue's one lock for this transaction, so that changes are numbered in commit
-- order, and reads the newest change: number 0 and the epoch when there is none.
-- Columns: number bigint, at timestamptz. Locks: the row of head, until the transaction ends.
SELECT change AS number, at FROM head FOR UPDATE
