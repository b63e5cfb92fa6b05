-- The newest announcements before an instant, newest first. $1 timestamptz: before; $2 text: only
-- of this gift, or null; $3 bigint: at most so many.
-- Columns: number bigint, due_at timestamptz, gift text, event text, version bigint,
-- rotation text?, turn bigint?, announced_at timestamptz. Locks: none. Index: the primary key.
SELECT number, due_at, gift, event, version, rotation, turn, announced_at
FROM announcement
WHERE due_at < $1 AND ($2::text IS NULL OR gift = $2::text)
ORDER BY number DESC
LIMIT $3
