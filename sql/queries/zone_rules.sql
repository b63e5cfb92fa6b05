-- The clock changes of a zone, from 1970 to 2150, by the database's own rules. The first row is the
-- offset at the beginning of 1970; there is none unless the zone is an IANA Area/Place or UTC,
-- because POSIX zones such as UTC+2 mean the opposite of what people expect.
-- Offsets are compared a week apart, and weeks that begin and end with different ones are bisected
-- to the second. $1 text: zone.
-- Columns: at bigint: seconds since 1970-01-01T00:00:00Z, offset_seconds bigint: east of UTC.
-- Locks: none.
WITH RECURSIVE
zone AS (
  SELECT $1::text AS name
  WHERE ($1::text = 'UTC' OR strpos($1::text, '/') > 0)
    AND EXISTS (SELECT FROM pg_timezone_names WHERE name = $1::text)
),
week AS (
  SELECT s.at, extract(epoch FROM to_timestamp(s.at) AT TIME ZONE zone.name)::bigint - s.at AS east
  FROM zone, generate_series(0::bigint, 5680281600, 604800) AS s (at)
),
span AS (
  SELECT at AS low, lead(at) OVER (ORDER BY at) AS high, east AS low_east,
    lead(east) OVER (ORDER BY at) AS high_east
  FROM week
),
half AS (
  SELECT low, high, low_east, high_east FROM span WHERE low_east <> high_east
  UNION ALL
  SELECT part.low, part.high, part.low_east, part.high_east
  FROM half
  CROSS JOIN zone
  CROSS JOIN LATERAL (SELECT (half.low + half.high) / 2 AS at) AS middle
  CROSS JOIN LATERAL (
    SELECT extract(epoch FROM to_timestamp(middle.at) AT TIME ZONE zone.name)::bigint - middle.at
      AS east) AS there
  CROSS JOIN LATERAL (VALUES
    (half.low, middle.at, half.low_east, there.east),
    (middle.at, half.high, there.east, half.high_east)) AS part (low, high, low_east, high_east)
  WHERE half.high - half.low > 1 AND part.low_east <> part.high_east
)
SELECT at, east AS offset_seconds FROM week WHERE at = 0
UNION ALL
SELECT high, high_east FROM half WHERE high - low = 1
ORDER BY at
