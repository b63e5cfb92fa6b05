-- Ends the current definitions of some gifts. $1 text[]: gifts; $2 bigint: change.
-- Locks: the rows. Index: definition_stands_once.
UPDATE definition SET until_change = $2 WHERE gift = ANY ($1::text[]) AND until_change IS NULL
