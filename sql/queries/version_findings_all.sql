-- The findings of all versions' checks.
-- Columns: gift text, number bigint, findings text. Locks: none.
SELECT gift, number, findings FROM animation_version ORDER BY gift, number
