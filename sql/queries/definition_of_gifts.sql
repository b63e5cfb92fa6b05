-- Every definition ever recorded of some gifts. $1 text[]: gifts.
-- Columns: gift text, since_change bigint, until_change bigint?, name_locale text[],
-- name_text text[], name_fallback text, price bigint?, category text, place_name text[],
-- place_number bigint[], only_platform text[], only_region text[], streakable boolean, tag text[],
-- latest_version bigint?, note text?, withdrawn bigint[]. Locks: none. Index: the primary key.
SELECT gift, since_change, until_change, name_locale, name_text, name_fallback, price,
  category, place_name, place_number, only_platform, only_region, streakable,
  tag, latest_version, note, withdrawn
FROM definition
WHERE gift = ANY ($1::text[])
ORDER BY gift, since_change
