-- The gifts that begin or stop to show something after an instant, by the availabilities that are
-- current after a change. $1 bigint: change; $2 timestamptz: instant.
-- Columns: gift text. Locks: none.
SELECT DISTINCT gift
FROM availability
WHERE since_change <= $1 AND (until_change IS NULL OR until_change > $1)
  AND (from_at > $2::timestamptz OR until_at > $2::timestamptz)
