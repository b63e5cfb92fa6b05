-- Who may do what: three roles, each with what its programs need and nothing else.

-- Roles belong to the whole cluster, so another database may have made them already.
DO $$
DECLARE
  role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['gift_reader', 'gift_editor', 'gift_scheduler'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
    EXCEPTION
      WHEN duplicate_object OR unique_violation THEN NULL;
    END;
    -- A login that is no superuser has to be a member to act in a role. From version 16 on the
    -- creator of a role may grant it to himself, and is a member who may not act in it until then.
    IF NOT (CASE
      WHEN current_setting('server_version_num')::int < 160000
        THEN pg_has_role(current_user, role_name, 'MEMBER')
      ELSE pg_has_role(current_user, role_name, 'SET')
    END) THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', role_name);
    END IF;
  END LOOP;
END
$$;

GRANT SELECT ON gift, asset, definition, availability TO gift_reader;
GRANT SELECT (number, at, alters_catalogue, begins_anew, digest) ON change TO gift_reader;
GRANT SELECT (
  gift, number, asset, byte_count, width, height, frame_rate_hz, frame_count, duration_ms,
  since_change) ON animation_version TO gift_reader;
GRANT SELECT (gift, change) ON gift_change TO gift_reader;

GRANT SELECT, INSERT
  ON change, gift, gift_change, asset, animation_version, definition, availability
  TO gift_editor;
GRANT UPDATE (until_change) ON definition, availability TO gift_editor;
GRANT SELECT, UPDATE (is_head) ON head TO gift_editor;
GRANT SELECT ON migration TO gift_reader, gift_editor;

GRANT SELECT ON zone_rules, rotation, rotation_plan TO gift_reader;
GRANT SELECT, INSERT ON zone_rules, rotation, rotation_plan, rotation_gift TO gift_editor;
GRANT UPDATE (until_change) ON rotation_gift TO gift_editor;

GRANT SELECT ON availability, zone_rules, rotation_plan, gift_change, announcement
  TO gift_scheduler;
GRANT SELECT (number, at, begins_anew) ON change TO gift_scheduler;
GRANT INSERT ON announcement TO gift_scheduler;
GRANT SELECT ON migration TO gift_scheduler;
GRANT SELECT, INSERT ON announcement TO gift_editor;
GRANT SELECT, UPDATE (is_tick) ON tick TO gift_scheduler, gift_editor;
