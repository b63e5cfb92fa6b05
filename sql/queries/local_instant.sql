-- The instant of a local date and time in a zone, by the database's zone rules: a time in a gap
-- moves forward, an ambiguous one is the second of the two. $1 text: local time; $2 text: zone, one
-- that zone_known knows. Columns: instant timestamptz. Locks: none.
SELECT ($1::text::timestamp AT TIME ZONE $2::text) AS instant
