-- The newest announcement: its number, place and change; number 0, the epoch, no gift and change 0
-- if there is none; and the change of the announcement after another one. $1 bigint: that one's
-- number. Columns: number bigint, due_at timestamptz, gift text?, change bigint, follower bigint?.
-- Locks: none. Index: the primary key.
SELECT coalesce(a.number, 0)::bigint AS number, coalesce(a.due_at, 'epoch'::timestamptz) AS due_at,
  a.gift, coalesce(a.change, 0)::bigint AS change, next.change AS follower
FROM (SELECT max(number) AS number FROM announcement) AS last
LEFT JOIN announcement AS a ON a.number = last.number
LEFT JOIN announcement AS next ON next.number = $1::bigint + 1
