-- The newest announcement: its number and place; number 0, the epoch and no gift when there is
-- none. Columns: number bigint, due_at timestamptz, gift text?. Locks: none.
-- Index: the primary key.
SELECT coalesce(a.number, 0)::bigint AS number, coalesce(a.due_at, 'epoch'::timestamptz) AS due_at,
  a.gift
FROM (SELECT max(number) AS number FROM announcement) AS last
LEFT JOIN announcement AS a ON a.number = last.number
