-- Every definition of one gift. $1 text: gift.
-- Columns: gift text, since_change bigint, until_change bigint?, name_locale text[],
-- name_text text[], price bigint, category text, sort_order bigint, streakable boolean,
-- tag text[], latest_version bigint?. Locks: none. Index: the primary key.
SELECT gift, since_change, until_change, name_locale, name_text, price, category, sort_order,
  streakable, tag, latest_version
FROM definition
WHERE gift = $1
ORDER BY since_change
