-- Inserts the rules of a zone, unless already stored. $1 bytea: digest; $2 text: rules. Columns:
-- none.
INSERT INTO zone_rules (digest, rules) VALUES ($1, $2) ON CONFLICT DO NOTHING
