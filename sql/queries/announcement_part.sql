-- The announcements after one, oldest first. $1 bigint: that one's number; $2 bigint: at most so
-- many.
-- Columns: number bigint, due_at timestamptz, gift text, event text, version bigint,
-- rotation text?, turn bigint?, change bigint, announced_at timestamptz. Locks: none.
-- Index: the primary key.
SELECT number, due_at, gift, event, version, rotation, turn, change, announced_at
FROM announcement
WHERE number > $1
ORDER BY number
LIMIT $2
