-- How many bytes are under a digest, as a version that plays them says.
-- $1 bytea: sha256. Columns: byte_count bigint. Index: animation_version_by_asset.
SELECT byte_count FROM animation_version WHERE asset = $1 LIMIT 1
