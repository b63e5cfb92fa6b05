-- Ends the current pictures of some versions. $1 text[]: gifts; $2 bigint[]: versions;
-- $3 bigint: change. Locks: the rows. Index: version_picture_stands_once.
UPDATE version_picture AS p SET until_change = $3
FROM unnest($1::text[], $2::bigint[]) AS u (gift, version)
WHERE p.gift = u.gift AND p.version = u.version AND p.until_change IS NULL
