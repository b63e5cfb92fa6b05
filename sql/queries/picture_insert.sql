-- Inserts pictures. $1 text[]: gift; $2 bigint[]: version; $3 bigint[]: since_change; $4 bigint[]:
-- until_change; $5 text[]: renderer; $6 bigint[]: settings; $7 bytea[]: poster; $8 bigint[]:
-- poster_byte_count; $9 bigint[]: poster_width; $10 bigint[]: poster_height; $11 bytea[]: preview;
-- $12 bigint[]: preview_byte_count; $13 bigint[]: preview_width; $14 bigint[]: preview_height;
-- $15 text[]: obstacle.
INSERT INTO version_picture (
  gift, version, since_change, until_change, renderer, settings, poster, poster_byte_count,
  poster_width, poster_height, preview, preview_byte_count, preview_width, preview_height, obstacle)
SELECT u.gift, u.version, u.since_change, u.until_change, u.renderer, u.settings, u.poster,
  u.poster_byte_count, u.poster_width, u.poster_height, u.preview, u.preview_byte_count,
  u.preview_width, u.preview_height, u.obstacle
FROM unnest(
  $1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::bytea[],
  $8::bigint[], $9::bigint[], $10::bigint[], $11::bytea[], $12::bigint[], $13::bigint[],
  $14::bigint[], $15::text[])
  AS u (gift, version, since_change, until_change, renderer, settings, poster, poster_byte_count,
    poster_width, poster_height, preview, preview_byte_count, preview_width, preview_height,
    obstacle)
