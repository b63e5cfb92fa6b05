-- The current availabilities after a change, of gifts for which one begins or ends after an instant
-- and up to another, and of some more: nothing is to be announced for other gifts in that time.
-- $1 bigint: change; $2 timestamptz: after; $3 timestamptz: up to; $4 text[]: more gifts;
-- $5 text[]: only of these; null for all.
-- Columns: gift text, version bigint?, from_at timestamptz, until_at timestamptz?,
-- since_change bigint, until_change bigint?, price bigint?, sort_order bigint?. Locks: none.
WITH planned AS (
  SELECT gift, version, from_at, until_at, standing, since_change, until_change, price, sort_order
  FROM availability
  WHERE since_change <= $1 AND (until_change IS NULL OR until_change > $1)
    AND ($5::text[] IS NULL OR gift = ANY ($5::text[]))
)
SELECT gift, version, from_at, until_at, since_change, until_change, price, sort_order
FROM planned
WHERE gift = ANY ($4::text[])
  OR gift IN (
    SELECT gift FROM planned
    WHERE from_at > $2::timestamptz AND from_at <= $3::timestamptz
      OR until_at > $2::timestamptz AND until_at <= $3::timestamptz)
ORDER BY gift, from_at, standing
