-- A new version. $1 text: gift; $2 bigint: number; $3 bytea: asset; $4 bigint: byte_count;
-- $5 bigint: width; $6 bigint: height; $7 double precision: frame_rate_hz;
-- $8 double precision: frame_count; $9 bigint: duration_ms; $10 text: findings, a JSON array;
-- $11 bigint: change.
INSERT INTO animation_version (
  gift, number, asset, byte_count, width, height, frame_rate_hz, frame_count, duration_ms,
  findings, since_change)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text::jsonb, $11)
