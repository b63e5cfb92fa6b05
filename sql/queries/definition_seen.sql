-- The public part of the last definitions of some gifts up to a change; they may have been
-- superseded without another. $1 bigint: change; $2 text[]: gifts.
-- Columns: gift text, since_change bigint, until_change bigint?, name_locale text[],
-- name_text text[], name_fallback text, price bigint?, category text, place_name text[],
-- place_number bigint[], only_platform text[], only_region text[], streakable boolean, tag text[],
-- withdrawn bigint[]. Locks: none. Index: the primary key.
SELECT DISTINCT ON (gift) gift, since_change, until_change, name_locale, name_text, name_fallback,
  price, category, place_name, place_number, only_platform, only_region, streakable,
  tag, withdrawn
FROM definition
WHERE since_change <= $1 AND gift = ANY ($2::text[])
ORDER BY gift, since_change DESC
