-- The gifts after one that readers may see, in order: what gift_part is for others. By the
-- policies alone, each part would cost as much as all gifts. $1 text: that gift; $2 bigint: at most
-- so many.
-- Columns: gift text. Locks: none. Index: the primary keys.
SELECT gift
FROM (
  (SELECT DISTINCT gift FROM availability WHERE gift > $1 ORDER BY gift LIMIT $2)
  UNION (SELECT DISTINCT gift FROM rotation_gift WHERE gift > $1 ORDER BY gift LIMIT $2)) AS seen
ORDER BY gift
LIMIT $2
