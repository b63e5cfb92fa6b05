-- Inserts a rotation, unless it exists. $1 text: name; $2 bigint: change.
INSERT INTO rotation (name, since_change) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING
