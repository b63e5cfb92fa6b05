-- The animations of withdrawn versions, and all pictures that they ever had, without those that
-- another version has or had, too. Readers get those of gifts that they may see.
-- Columns: sha256 bytea, is_picture boolean. Locks: none.
-- Index: definition_withdrawn, version_picture_by_poster, version_picture_by_preview.
WITH withdrawn AS (
  SELECT d.gift, u.version
  FROM definition AS d CROSS JOIN LATERAL unnest(d.withdrawn) AS u (version)
  WHERE d.until_change IS NULL AND cardinality(d.withdrawn) > 0)
SELECT v.asset AS sha256, false AS is_picture
FROM withdrawn AS w JOIN animation_version AS v ON v.gift = w.gift AND v.number = w.version
UNION
SELECT drawn.sha256, true AS is_picture
FROM withdrawn AS w
JOIN version_picture AS p ON p.gift = w.gift AND p.version = w.version
CROSS JOIN LATERAL (VALUES (p.poster), (p.preview)) AS drawn (sha256)
WHERE drawn.sha256 IS NOT NULL
  AND NOT EXISTS (
    SELECT FROM version_picture AS q
    WHERE q.poster = drawn.sha256 AND NOT EXISTS (
      SELECT FROM withdrawn AS x WHERE x.gift = q.gift AND x.version = q.version))
  AND NOT EXISTS (
    SELECT FROM version_picture AS q
    WHERE q.preview = drawn.sha256 AND NOT EXISTS (
      SELECT FROM withdrawn AS x WHERE x.gift = q.gift AND x.version = q.version))
ORDER BY sha256, is_picture
