-- Every binding of a gift to a rotation. Columns: gift text, rotation text, since_change bigint,
-- until_change bigint?. Locks: none.
SELECT gift, rotation, since_change, until_change FROM rotation_gift ORDER BY gift, since_change
