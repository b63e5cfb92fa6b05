-- The animations of which an asset is or was a picture. $1 bytea: digest.
-- Columns: asset bytea. Locks: none.
-- Index: version_picture_by_poster, version_picture_by_preview.
SELECT DISTINCT v.asset
FROM version_picture AS p
JOIN animation_version AS v ON v.gift = p.gift AND v.number = p.version
WHERE p.poster = $1 OR p.preview = $1
