-- The animations of all versions, with the codings of each and the SHA-256 of the coded bytes, and
-- all pictures, which have no codings.
-- Columns: sha256 bytea, byte_count bigint, is_picture boolean, coding text[], digest text[].
-- Locks: none.
SELECT used.sha256, octet_length(asset.bytes)::bigint AS byte_count, used.is_picture,
  coded.coding, coded.digest
FROM (
  SELECT sha256, bool_or(is_picture) AS is_picture
  FROM (
    SELECT asset AS sha256, false AS is_picture FROM animation_version
    UNION ALL SELECT poster, true FROM version_picture WHERE poster IS NOT NULL
    UNION ALL SELECT preview, true FROM version_picture WHERE preview IS NOT NULL) AS named
  GROUP BY sha256) AS used
JOIN asset USING (sha256)
CROSS JOIN LATERAL (
  SELECT coalesce(array_agg(coding ORDER BY coding), '{}') AS coding,
    coalesce(array_agg(encode(sha256(bytes), 'hex') ORDER BY coding), '{}') AS digest
  FROM asset_coding
  WHERE asset_coding.sha256 = used.sha256 AND NOT used.is_picture) AS coded
ORDER BY used.sha256
