-- Of each gift's current availabilities after a change: all that begin after an instant, and the
-- newest steps and windows that began by then, up to a limit of each kind.
-- $1 bigint: change; $2 timestamptz: instant; $3 bigint: the limit.
-- Columns: gift text, version bigint?, from_at timestamptz, until_at timestamptz?,
-- since_change bigint, until_change bigint?, price bigint?, sort_order bigint?. Locks: none.
-- Index: the primary key.
SELECT gift, version, from_at, until_at, since_change, until_change, price, sort_order
FROM (
  SELECT gift, version, from_at, until_at, since_change, until_change, price, sort_order,
    row_number() OVER (
      PARTITION BY gift, standing, from_at <= $2::timestamptz ORDER BY from_at DESC) AS place
  FROM availability
  WHERE since_change <= $1 AND (until_change IS NULL OR until_change > $1)) AS r
WHERE from_at > $2::timestamptz OR place <= $3::bigint
ORDER BY gift, from_at
