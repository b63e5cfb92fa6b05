-- The current bindings of gifts to rotations. Columns: gift text, rotation text. Locks: none.
-- Index: rotation_gift_is_in_one_rotation.
SELECT gift, rotation FROM rotation_gift WHERE until_change IS NULL ORDER BY gift
