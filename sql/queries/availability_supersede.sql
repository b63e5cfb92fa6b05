-- Ends standing availabilities. $1 text[]: gift; $2 text[]: layer; $3 timestamptz[]: from_at;
-- $4 bigint: change. Locks: the rows. Index: the primary key.
UPDATE availability AS a SET until_change = $4
FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS u (gift, layer, from_at)
WHERE a.gift = u.gift AND a.layer = u.layer AND a.from_at = u.from_at AND a.until_change IS NULL
