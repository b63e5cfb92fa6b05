-- Whether a zone is one of the IANA database's Area/Place, or UTC: POSIX zones such as UTC+2 mean
-- the opposite of what people read. Looking at the names takes much longer than computing with one.
-- $1 text: zone. Columns: known boolean. Locks: none.
SELECT ($1::text = 'UTC' OR strpos($1::text, '/') > 0)
  AND EXISTS (SELECT FROM pg_timezone_names WHERE name = $1::text) AS known
