-- The withdrawn versions of all gifts that have some.
-- Columns: gift text, withdrawn bigint[]. Locks: none. Index: definition_withdrawn.
SELECT gift, withdrawn FROM definition WHERE until_change IS NULL AND cardinality(withdrawn) > 0
