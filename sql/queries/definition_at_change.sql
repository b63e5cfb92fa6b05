-- The definitions that stood after a change. $1 bigint: change.
-- Columns: gift text, since_change bigint, until_change bigint?, name_locale text[],
-- name_text text[], price bigint, category text, sort_order bigint, streakable boolean,
-- tag text[], latest_version bigint?. Locks: none.
SELECT gift, since_change, until_change, name_locale, name_text, price, category, sort_order,
  streakable, tag, latest_version
FROM definition
WHERE since_change <= $1 AND (until_change IS NULL OR until_change > $1)
ORDER BY gift
