-- Every pictures' row up to a change, by gift, version and change. $1 bigint: change.
-- Columns: gift text, version bigint, since_change bigint, until_change bigint?, renderer text,
-- settings bigint, poster bytea?, poster_byte_count bigint?, poster_width bigint?,
-- poster_height bigint?, preview bytea?, preview_byte_count bigint?, preview_width bigint?,
-- preview_height bigint?, obstacle text?. Locks: none.
SELECT gift, version, since_change, until_change, renderer, settings, poster, poster_byte_count,
  poster_width, poster_height, preview, preview_byte_count, preview_width, preview_height, obstacle
FROM version_picture
WHERE since_change <= $1
ORDER BY gift, version, since_change
