-- The versions added after one change's gift and up to another's, by change and
-- gift. $1 bigint, $2 text: the first; $3 bigint, $4 text: the last.
-- Columns: gift text, number bigint, asset bytea, byte_count bigint, width bigint, height bigint,
-- frame_rate_hz double precision, frame_count double precision, duration_ms bigint,
-- since_change bigint, playback text, findings text, a JSON array. Locks: none.
-- Index: animation_version_by_change.
SELECT gift, number, asset, byte_count, width, height, frame_rate_hz, frame_count, duration_ms,
  since_change, playback, findings
FROM animation_version
WHERE (since_change, gift) > ($1, $2) AND (since_change, gift) <= ($3, $4)
ORDER BY since_change, gift, number
