-- The versions that have some bytes, each with the change that withdrew it, if it is withdrawn: the
-- first since which all definitions of its gift say so. $1 bytea[]: digests.
-- Columns: asset bytea, gift text, version bigint, change bigint?, actor text?, reason text?.
-- Locks: none. Index: animation_version_by_asset.
SELECT v.asset, v.gift, v.number AS version, c.number AS change, c.actor, c.reason
FROM animation_version AS v
LEFT JOIN definition AS d
  ON d.gift = v.gift AND d.until_change IS NULL AND v.number = ANY (d.withdrawn)
LEFT JOIN LATERAL (
  SELECT min(e.since_change) AS change
  FROM definition AS e
  WHERE e.gift = d.gift AND e.since_change > coalesce(
    (SELECT max(f.since_change) FROM definition AS f
      WHERE f.gift = d.gift AND v.number <> ALL (f.withdrawn)), 0)) AS made ON true
LEFT JOIN change AS c ON c.number = made.change
WHERE v.asset = ANY ($1::bytea[])
ORDER BY v.asset, v.gift, v.number
