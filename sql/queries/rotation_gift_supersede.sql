-- Releases gifts from their rotations. $1 text[]: gift; $2 bigint: change.
-- Locks: the rows. Index: rotation_gift_is_in_one_rotation.
UPDATE rotation_gift SET until_change = $2
WHERE gift = ANY ($1::text[]) AND until_change IS NULL
