-- The current pictures of animations, whichever gift has them; of several the newest.
-- $1 bytea[]: digests.
-- Columns: asset bytea, renderer text, settings bigint, poster bytea?, poster_byte_count bigint?,
-- poster_width bigint?, poster_height bigint?, preview bytea?, preview_byte_count bigint?,
-- preview_width bigint?, preview_height bigint?, obstacle text?. Locks: none.
-- Index: animation_version_by_asset.
SELECT DISTINCT ON (v.asset) v.asset, p.renderer, p.settings, p.poster, p.poster_byte_count,
  p.poster_width, p.poster_height, p.preview, p.preview_byte_count, p.preview_width,
  p.preview_height, p.obstacle
FROM animation_version AS v
JOIN version_picture AS p ON p.gift = v.gift AND p.version = v.number
WHERE v.asset = ANY ($1::bytea[]) AND p.until_change IS NULL
ORDER BY v.asset, p.since_change DESC
