-- The newest change, number 0 if there is none, the database's clock, and whether a gift was ever
-- in a rotation. $1 text: gift. Columns: number bigint, now timestamptz, turned boolean. Locks:
-- none. Index: the primary key of rotation_gift.
SELECT h.change AS number, clock_timestamp() AS now,
  EXISTS (SELECT FROM rotation_gift AS r WHERE r.gift = $1) AS turned
FROM head AS h
