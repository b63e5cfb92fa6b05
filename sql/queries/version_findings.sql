-- What the check said of the versions of one gift. $1 text: gift.
-- Columns: number bigint, findings text, a JSON array. Index: the primary key.
SELECT number, findings::text AS findings FROM animation_version WHERE gift = $1 ORDER BY number
