-- The definitions recorded after one change's gift and up to another's, by change and
-- gift. $1 bigint, $2 text: the first; $3 bigint, $4 text: the last.
-- Columns: gift text, since_change bigint, until_change bigint?, name_locale text[],
-- name_text text[], name_fallback text, price bigint?, category text, place_name text[],
-- place_number bigint[], only_platform text[], only_region text[], streakable boolean, tag text[],
-- latest_version bigint?, note text?, withdrawn bigint[]. Locks: none.
-- Index: definition_since_change.
SELECT gift, since_change, until_change, name_locale, name_text, name_fallback, price,
  category, place_name, place_number, only_platform, only_region, streakable,
  tag, latest_version, note, withdrawn
FROM definition
WHERE (since_change, gift) > ($1, $2) AND (since_change, gift) <= ($3, $4)
ORDER BY since_change, gift
