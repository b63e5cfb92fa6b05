-- The newest change: number 0 if there is none. Columns: number bigint, digest bytea?. Locks: none.
SELECT change AS number, digest FROM head
