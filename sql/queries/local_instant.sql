-- The instant of a local date and time in a zone, by the database's zone rules: a time in a gap
-- moves forward, an ambiguous one is the second of the two. No row for a zone that is none of the
-- IANA database's Area/Place, or UTC: POSIX zones such as UTC+2 mean the opposite of what people
-- read. $1 text: local time; $2 text: zone. Columns: instant timestamptz. Locks: none.
SELECT ($1::text::timestamp AT TIME ZONE $2::text) AS instant
WHERE ($2::text = 'UTC' OR strpos($2::text, '/') > 0)
  AND EXISTS (SELECT FROM pg_timezone_names WHERE name = $2::text)
