-- The last definitions of gifts that had none any more after a change. $1 bigint: change.
-- Columns: gift text, since_change bigint, until_change bigint?, name_locale text[],
-- name_text text[], price bigint, category text, sort_order bigint, streakable boolean,
-- tag text[], latest_version bigint?. Locks: none.
SELECT DISTINCT ON (d.gift) d.gift, d.since_change, d.until_change, d.name_locale, d.name_text,
  d.price, d.category, d.sort_order, d.streakable, d.tag, d.latest_version
FROM definition AS d
WHERE d.since_change <= $1 AND NOT EXISTS (
  SELECT FROM definition AS s
  WHERE s.gift = d.gift AND s.since_change <= $1
    AND (s.until_change IS NULL OR s.until_change > $1))
ORDER BY d.gift, d.since_change DESC
