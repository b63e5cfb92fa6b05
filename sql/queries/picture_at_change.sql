-- The current pictures of some gifts after a change. $1 bigint: change; $2 text[]: gifts.
-- Columns: gift text, version bigint, since_change bigint, until_change bigint?, renderer text,
-- settings bigint, poster bytea?, poster_byte_count bigint?, poster_width bigint?,
-- poster_height bigint?, preview bytea?, preview_byte_count bigint?, preview_width bigint?,
-- preview_height bigint?, obstacle text?. Locks: none.
SELECT gift, version, since_change, until_change, renderer, settings, poster, poster_byte_count,
  poster_width, poster_height, preview, preview_byte_count, preview_width, preview_height, obstacle
FROM version_picture
WHERE gift = ANY ($2::text[]) AND since_change <= $1 AND (until_change IS NULL OR until_change > $1)
