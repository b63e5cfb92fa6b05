-- Of each gift's current availabilities after a change: all that begin after an instant, and the
-- newest steps and windows that began by then, up to a limit of each kind.
-- $1 bigint: change; $2 timestamptz: instant; $3 bigint: the limit.
-- Columns: gift text, version bigint?, from_at timestamptz, until_at timestamptz?,
-- since_change bigint, until_change bigint?, price bigint?, sort_order bigint?. Locks: none.
-- Index: the primary key, backwards.
SELECT r.gift, r.version, r.from_at, r.until_at, r.since_change, r.until_change, r.price,
  r.sort_order
FROM gift CROSS JOIN (VALUES (false), (true)) AS layer (standing) CROSS JOIN LATERAL (
  SELECT a.gift, a.version, a.from_at, a.until_at, a.since_change, a.until_change, a.price,
    a.sort_order
  FROM availability AS a
  WHERE a.gift = gift.id AND a.standing = layer.standing AND a.from_at > $2::timestamptz
    AND a.since_change <= $1 AND (a.until_change IS NULL OR a.until_change > $1)
  UNION ALL (
    SELECT a.gift, a.version, a.from_at, a.until_at, a.since_change, a.until_change, a.price,
      a.sort_order
    FROM availability AS a
    WHERE a.gift = gift.id AND a.standing = layer.standing AND a.from_at <= $2::timestamptz
      AND a.since_change <= $1 AND (a.until_change IS NULL OR a.until_change > $1)
    ORDER BY a.from_at DESC
    LIMIT $3::bigint
  )
) AS r
ORDER BY r.gift, r.from_at
