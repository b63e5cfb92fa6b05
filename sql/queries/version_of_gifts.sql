-- The versions of some gifts, in order. $1 text[]: gifts.
-- Columns: gift text, number bigint, asset bytea, byte_count bigint, width bigint, height bigint,
-- frame_rate_hz double precision, frame_count double precision, duration_ms bigint,
-- since_change bigint, playback text. Locks: none. Index: the primary key.
SELECT gift, number, asset, byte_count, width, height, frame_rate_hz, frame_count, duration_ms,
  since_change, playback
FROM animation_version
WHERE gift = ANY ($1::text[])
ORDER BY gift, number
