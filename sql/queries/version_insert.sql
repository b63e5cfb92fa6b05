-- Inserts versions. $1 text[]: gift; $2 bigint[]: number; $3 bytea[]: asset; $4 bigint[]:
-- byte_count; $5 bigint[]: width; $6 bigint[]: height; $7 double precision[]: frame_rate_hz; $8
-- double precision[]: frame_count; $9 bigint[]: duration_ms; $10 text[]: findings, each a JSON
-- array; $11 bigint[]: change; $12 text[]: playback, canonical JSON.
INSERT INTO animation_version (
  gift, number, asset, byte_count, width, height, frame_rate_hz, frame_count, duration_ms,
  findings, since_change, playback)
SELECT u.gift, u.number, u.asset, u.byte_count, u.width, u.height, u.frame_rate_hz,
  u.frame_count, u.duration_ms, u.findings, u.since_change, u.playback
FROM unnest(
  $1::text[], $2::bigint[], $3::bytea[], $4::bigint[], $5::bigint[], $6::bigint[],
  $7::double precision[], $8::double precision[], $9::bigint[], $10::text[], $11::bigint[],
  $12::text[])
  AS u (gift, number, asset, byte_count, width, height, frame_rate_hz, frame_count, duration_ms,
    findings, since_change, playback)
