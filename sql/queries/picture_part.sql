-- The pictures of versions recorded after one change's gift and up to another's, by change and
-- gift. $1 bigint, $2 text: the first; $3 bigint, $4 text: the last.
-- Columns: gift text, version bigint, since_change bigint, until_change bigint?, renderer text,
-- settings bigint, poster bytea?, poster_byte_count bigint?, poster_width bigint?,
-- poster_height bigint?, preview bytea?, preview_byte_count bigint?, preview_width bigint?,
-- preview_height bigint?, obstacle text?. Locks: none. Index: version_picture_since_change.
SELECT gift, version, since_change, until_change, renderer, settings, poster, poster_byte_count,
  poster_width, poster_height, preview, preview_byte_count, preview_width, preview_height, obstacle
FROM version_picture
WHERE (since_change, gift) > ($1, $2) AND (since_change, gift) <= ($3, $4)
ORDER BY since_change, gift, version
