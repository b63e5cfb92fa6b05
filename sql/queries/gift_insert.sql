-- Inserts gifts. $1 text[]: ids; $2 bigint[]: the change that added each.
INSERT INTO gift (id, since_change)
SELECT u.id, u.since_change
FROM unnest($1::text[], $2::bigint[]) AS u (id, since_change)
