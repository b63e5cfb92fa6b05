-- The valid announcements, by instant, newest first: the newest change's for each gift and
-- instant. $1 timestamptz: only those due before, or null; $2 timestamptz: only those due at it or
-- before, or null; $3 text: only of this gift, or null; $4 bigint: the limit.
-- Columns: number bigint, due_at timestamptz, gift text, event text, version bigint,
-- rotation text?, turn bigint?, change bigint, announced_at timestamptz. Locks: none.
-- Index: announcement_is_made_once.
SELECT number, due_at, gift, event, version, rotation, turn, change, announced_at
FROM announcement AS a
WHERE ($1::timestamptz IS NULL OR due_at < $1::timestamptz)
  AND ($2::timestamptz IS NULL OR due_at <= $2::timestamptz)
  AND ($3::text IS NULL OR gift = $3::text)
  AND event <> 'overruled'
  AND NOT EXISTS (
    SELECT FROM announcement AS later
    WHERE later.due_at = a.due_at AND later.gift = a.gift AND later.change > a.change)
ORDER BY due_at DESC, gift DESC
LIMIT $4
