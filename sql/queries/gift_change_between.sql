-- Which gifts were touched by changes after one and up to another, once each.
-- $1 bigint: change; $2 bigint: change; $3 bigint: the limit. Columns: gift text.
-- Locks: none. Index: gift_change_by_change.
SELECT DISTINCT gift FROM gift_change WHERE change > $1 AND change <= $2 ORDER BY gift LIMIT $3
