-- Every version up to a change, by gift and number. $1 bigint: change.
-- Columns: gift text, number bigint, asset bytea, byte_count bigint, width bigint, height bigint,
-- frame_rate_hz double precision, frame_count double precision, duration_ms bigint,
-- since_change bigint, playback text. Locks: none.
SELECT gift, number, asset, byte_count, width, height, frame_rate_hz, frame_count, duration_ms,
  since_change, playback
FROM animation_version
WHERE since_change <= $1
ORDER BY gift, number
