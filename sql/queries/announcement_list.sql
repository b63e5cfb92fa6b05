-- The newest announcements, newest first. $1 timestamptz: only those due before, or null;
-- $2 timestamptz: only those due at it or before, or null; $3 text: only of this gift, or null;
-- $4 bigint: at most so many.
-- Columns: number bigint, due_at timestamptz, gift text, event text, version bigint,
-- rotation text?, turn bigint?, announced_at timestamptz. Locks: none. Index: the primary key.
SELECT number, due_at, gift, event, version, rotation, turn, announced_at
FROM announcement
WHERE ($1::timestamptz IS NULL OR due_at < $1::timestamptz)
  AND ($2::timestamptz IS NULL OR due_at <= $2::timestamptz)
  AND ($3::text IS NULL OR gift = $3::text)
ORDER BY number DESC
LIMIT $4
