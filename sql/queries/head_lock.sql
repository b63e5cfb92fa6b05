-- Takes the catalogue's one lock for this transaction, so that changes are numbered in commit
-- order, and reads the newest change: number 0 and the epoch if there is none.
-- Columns: number bigint, at timestamptz, digest bytea?, login text: the session's login.
-- Locks: the row of head, until the transaction ends.
SELECT change AS number, at, digest, session_user::text AS login FROM head FOR UPDATE
