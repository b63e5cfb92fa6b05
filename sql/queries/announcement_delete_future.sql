-- Deletes announcements dated in the future, and those made since the first of them, so that
-- numbers have no gaps: due ones are announced again. $1 timestamptz: now. Index: none; only used
-- by repairs.
DELETE FROM announcement
WHERE number >= (
  SELECT min(number) FROM announcement
  WHERE due_at > $1::timestamptz OR announced_at > $1::timestamptz)
