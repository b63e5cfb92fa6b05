-- Who may do what: three roles, each with what its programs need and nothing else.

-- Roles belong to the whole cluster: an administrator, or another database, may have made them.
DO $$
DECLARE
  role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['gift_reader', 'gift_editor', 'gift_scheduler'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
      EXCEPTION
        -- Another database's migration was faster.
        WHEN duplicate_object OR unique_violation THEN NULL;
      END;
    END IF;
    -- A login that is no superuser has to be a member to act in a role. From version 16 on the
    -- creator of a role may grant it to himself, and is a member who may not act in it until then.
    IF NOT (CASE
      WHEN current_setting('server_version_num')::int < 160000
        THEN pg_has_role(current_user, role_name, 'MEMBER')
      ELSE pg_has_role(current_user, role_name, 'SET')
    END) THEN
      BEGIN
        EXECUTE format('GRANT %I TO CURRENT_USER', role_name);
      EXCEPTION
        -- Roles of an administrator are granted by the administrator.
        WHEN insufficient_privilege THEN NULL;
      END;
    END IF;
  END LOOP;
END
$$;

GRANT USAGE ON SCHEMA gift TO gift_reader, gift_editor, gift_scheduler;
GRANT SELECT ON migration TO gift_reader, gift_editor, gift_scheduler;
-- For the triggers of rows that they add.
GRANT EXECUTE ON FUNCTION acts_as_owner() TO gift_editor, gift_scheduler;

-- What clients may see, and what that is computed from: no reasons, actors, notes or findings. All
-- of gift_group, because names of placements and categories are no drafts: clients get those of
-- live gifts, and nobody else asks.
GRANT SELECT ON asset, asset_coding, availability, gift_group, rotation_gift, rotation_plan,
  version_picture, zone_rules TO gift_reader;
GRANT SELECT (number, at, alters_catalogue, begins_anew, digest) ON change TO gift_reader;
GRANT SELECT (gift, change) ON gift_change TO gift_reader;
GRANT SELECT (
  gift, number, asset, byte_count, width, height, frame_rate_hz, frame_count, duration_ms, playback,
  since_change) ON animation_version TO gift_reader;
GRANT SELECT (
  gift, since_change, until_change, name_locale, name_text, name_fallback, price, category,
  place_name, place_number, streakable, tag, only_platform, only_region) ON definition
  TO gift_reader;

-- Drafts are nobody's business: a reader has the rows of gifts that have or had a plan or a place
-- in a lineup, and the bytes of their animations and pictures. Everybody else has all rows.
DO $$
DECLARE
  row_table text;
  seen text;
BEGIN
  FOREACH row_table IN ARRAY ARRAY[
    'gift_change', 'animation_version', 'definition', 'version_picture', 'asset', 'asset_coding']
  LOOP
    seen := CASE
      WHEN row_table LIKE 'asset%' THEN 'EXISTS (
        SELECT FROM animation_version AS v WHERE v.asset = %1$I.sha256)'
      ELSE 'EXISTS (SELECT FROM availability AS a WHERE a.gift = %1$I.gift)
        OR EXISTS (SELECT FROM rotation_gift AS r WHERE r.gift = %1$I.gift)'
    END;
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', row_table);
    EXECUTE format(
      'CREATE POLICY %2$I ON %1$I FOR SELECT TO gift_reader USING (' || seen || ')', row_table,
      row_table || '_is_of_a_planned_gift');
    EXECUTE format(
      'CREATE POLICY %2$I ON %1$I TO gift_editor, gift_scheduler USING (true)', row_table,
      row_table || '_is_the_teams');
  END LOOP;
END
$$;
CREATE POLICY asset_is_a_picture_of_a_planned_gift ON asset FOR SELECT TO gift_reader
  USING (EXISTS (SELECT FROM version_picture AS p WHERE p.poster = asset.sha256)
    OR EXISTS (SELECT FROM version_picture AS p WHERE p.preview = asset.sha256));

GRANT SELECT, INSERT ON animation_version, announcement, asset, asset_coding, availability, change,
  definition, gift, gift_change, gift_group, rotation, rotation_gift, rotation_plan,
  version_picture, zone_rules TO gift_editor;
GRANT UPDATE (until_change) ON availability, definition, rotation_gift, version_picture
  TO gift_editor;
-- To lock their rows, not to move the head.
GRANT SELECT, UPDATE (is_head) ON head TO gift_editor;
GRANT SELECT, UPDATE (is_tick) ON tick TO gift_editor, gift_scheduler;

GRANT SELECT ON announcement, availability, gift_change, rotation_plan, zone_rules
  TO gift_scheduler;
GRANT SELECT (number, at, begins_anew) ON change TO gift_scheduler;
GRANT INSERT ON announcement TO gift_scheduler;
