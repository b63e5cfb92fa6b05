-- Deletes the announcements of the future, and those made since the first of them, so that numbers
-- stay without gaps: what was due is announced again. $1 timestamptz: now.
-- Index: none; it is for repairs.
DELETE FROM announcement
WHERE number >= (
  SELECT min(number) FROM announcement
  WHERE due_at > $1::timestamptz OR announced_at > $1::timestamptz)
