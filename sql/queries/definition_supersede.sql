-- Ends the standing definition of a gift. $1 text: gift; $2 bigint: change.
-- Locks: the row. Index: definition_stands_once.
UPDATE definition SET until_change = $2 WHERE gift = $1 AND until_change IS NULL
