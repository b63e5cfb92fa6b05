-- Records the gifts that changes touched. $1 text[]: gifts; $2 bigint[]: changes.
INSERT INTO gift_change (gift, change)
SELECT u.gift, u.change
FROM unnest($1::text[], $2::bigint[]) AS u (gift, change)
