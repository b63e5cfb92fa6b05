-- The versions of one gift, in order, with the findings of their checks. $1 text: gift.
-- Columns: gift text, number bigint, asset bytea, byte_count bigint, width bigint, height bigint,
-- frame_rate_hz double precision, frame_count double precision, duration_ms bigint,
-- since_change bigint, playback text, findings text, a JSON array. Locks: none. Index: the primary
-- key.
SELECT gift, number, asset, byte_count, width, height, frame_rate_hz, frame_count, duration_ms,
  since_change, playback, findings
FROM animation_version
WHERE gift = $1
ORDER BY number
