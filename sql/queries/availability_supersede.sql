-- Ends a standing availability. $1 text: gift; $2 text: layer; $3 timestamptz: from_at;
-- $4 bigint: change. Locks: the row. Index: the primary key.
UPDATE availability SET until_change = $4
WHERE gift = $1 AND layer = $2 AND from_at = $3 AND until_change IS NULL
