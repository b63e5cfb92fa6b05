-- Ends availabilities. $1 text[]: gift; $2 timestamptz[]: from_at; $3 boolean[]: whether it is a
-- standing step; $4 bigint: change.
-- Locks: the rows. Index: the primary key.
UPDATE availability AS a SET until_change = $4
FROM unnest($1::text[], $2::timestamptz[], $3::boolean[]) AS u (gift, from_at, standing)
WHERE a.gift = u.gift AND a.from_at = u.from_at AND a.standing = u.standing
  AND a.until_change IS NULL
