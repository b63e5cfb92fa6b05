-- The valid announcement, the newest change's, of each gift and instant after one.
-- $1 timestamptz: after.
-- Columns: number bigint, due_at timestamptz, gift text, event text, version bigint,
-- rotation text?, turn bigint?, change bigint, announced_at timestamptz. Locks: none.
-- Index: announcement_is_made_once.
SELECT DISTINCT ON (due_at, gift)
  number, due_at, gift, event, version, rotation, turn, change, announced_at
FROM announcement
WHERE due_at > $1::timestamptz
ORDER BY due_at, gift, change DESC
