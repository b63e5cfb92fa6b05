-- Bytes that are served no more: the versions that a gift has withdrawn are part of what it is.

ALTER TABLE definition ADD COLUMN withdrawn bigint[] NOT NULL DEFAULT '{}';
ALTER TABLE definition ADD CONSTRAINT definition_withdrawn_are_versions CHECK (
  cardinality(withdrawn) = 0
  OR are_rising(withdrawn) AND are_numbers(withdrawn, 1, 1000000));

CREATE INDEX definition_withdrawn ON definition (gift)
  WHERE until_change IS NULL AND cardinality(withdrawn) > 0;

ALTER TABLE change DROP CONSTRAINT change_verb_is_known;
ALTER TABLE change ADD CONSTRAINT change_verb_is_known
  CHECK (verb IN ('add', 'publish', 'retire', 'rollback', 'undo', 'import', 'rotation',
    'repair', 'pictures', 'placement', 'category', 'withdraw', 'restore-asset'));

GRANT SELECT (withdrawn) ON definition TO gift_reader;

-- Nobody who serves clients has bytes that are withdrawn; a picture that another version has, too,
-- stays with that.
DO $$
DECLARE
  stands text := 'NOT EXISTS (
    SELECT FROM definition AS d
    WHERE d.gift = %1$I.gift AND d.until_change IS NULL AND %1$I.%2$I = ANY (d.withdrawn))';
  row_table text;
BEGIN
  FOREACH row_table IN ARRAY ARRAY['asset', 'asset_coding'] LOOP
    EXECUTE format(
      'ALTER POLICY %2$I ON %1$I USING (EXISTS (
        SELECT FROM animation_version AS v WHERE v.asset = %1$I.sha256 AND ' ||
        format(stands, 'v', 'number') || '))', row_table, row_table || '_is_of_a_planned_gift');
  END LOOP;
  EXECUTE 'ALTER POLICY asset_is_a_picture_of_a_planned_gift ON asset USING (
    EXISTS (SELECT FROM version_picture AS p WHERE p.poster = asset.sha256 AND '
    || format(stands, 'p', 'version') || ')
    OR EXISTS (SELECT FROM version_picture AS p WHERE p.preview = asset.sha256 AND '
    || format(stands, 'p', 'version') || '))';
END
$$;

-- Whether clients may see a difference, now or later: in plans, groups, what is public of gifts
-- that are shown, or what they may keep of gifts that ever were planned.
CREATE OR REPLACE FUNCTION gift.change_is_visible(changed bigint, now timestamptz) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, gift, pg_temp AS $$
  SELECT EXISTS (SELECT FROM rotation_plan WHERE since_change = changed)
    OR EXISTS (SELECT FROM gift_group WHERE since_change = changed)
    OR EXISTS (SELECT FROM availability WHERE since_change = changed OR until_change = changed)
    -- A row in place of another one, and both public in the same way, is no difference.
    OR EXISTS (
      SELECT FROM definition AS d
      WHERE (d.since_change = changed OR d.until_change = changed) AND gift_is_planned(d.gift, now)
      GROUP BY d.gift
      HAVING count(*) - 1 <> count(
        DISTINCT to_jsonb(d) - 'since_change' - 'until_change' - 'latest_version' - 'note'
          - 'withdrawn'))
    OR EXISTS (
      SELECT FROM version_picture AS p JOIN animation_version AS v
        ON v.gift = p.gift AND v.number = p.version AND v.since_change < changed
      WHERE (p.since_change = changed OR p.until_change = changed)
        AND gift_is_planned(p.gift, now)
      GROUP BY p.gift, p.version
      HAVING string_agg(encode(p.poster || p.preview, 'hex'), '')
          FILTER (WHERE p.since_change = changed)
        IS DISTINCT FROM string_agg(encode(p.poster || p.preview, 'hex'), '')
          FILTER (WHERE p.until_change = changed))
    OR EXISTS (
      SELECT FROM definition AS d
      WHERE (d.since_change = changed OR d.until_change = changed)
        AND (EXISTS (SELECT FROM availability AS a WHERE a.gift = d.gift)
          OR EXISTS (SELECT FROM rotation_gift AS r WHERE r.gift = d.gift))
      GROUP BY d.gift
      HAVING count(DISTINCT d.withdrawn) > 1
        OR count(*) = 1 AND bool_or(cardinality(d.withdrawn) > 0))
$$;
