-- Ends standing availabilities. $1 text[]: gift; $2 timestamptz[]: from_at; $3 bigint: change.
-- Locks: the rows. Index: the primary key.
UPDATE availability AS a SET until_change = $3
FROM unnest($1::text[], $2::timestamptz[]) AS u (gift, from_at)
WHERE a.gift = u.gift AND a.from_at = u.from_at AND a.until_change IS NULL
