-- A new gift. $1 text: id; $2 bigint: change.
INSERT INTO gift (id, since_change) VALUES ($1, $2)
