-- The audiences, other than everybody, of the current definitions of all gifts but some.
-- $1 text[]: gifts. Columns: only_platform text[], only_region text[]. Locks: none.
-- Index: definition_audience.
SELECT DISTINCT only_platform, only_region
FROM definition
WHERE until_change IS NULL AND cardinality(only_platform) + cardinality(only_region) > 0
  AND gift <> ALL ($1::text[])
