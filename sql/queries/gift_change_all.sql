-- The gifts that each change touched, up to a change. $1 bigint: change.
-- Columns: gift text, change bigint. Locks: none.
SELECT gift, change FROM gift_change WHERE change <= $1 ORDER BY gift, change
