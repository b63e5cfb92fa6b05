-- What a change did to rows, in the one form of which digests are taken: a line of text for each
-- row that it added or superseded, as the store writes them (CanonicalRow). So what a change says
-- of itself is compared with its rows when it is made, and can be proven later.

-- An instant of RFC 3339 in UTC, or now for that of the edit itself.
CREATE FUNCTION gift.canonical_instant(instant timestamptz, now timestamptz) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, gift, pg_temp AS $$
  SELECT CASE
    WHEN instant = now THEN 'now'
    ELSE to_char(instant AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')
      || rtrim(rtrim(to_char(instant AT TIME ZONE 'UTC', '.US'), '0'), '.') || 'Z'
  END
$$;

-- The line of a row: its mark, its table, and those of its columns that are set, by name.
CREATE FUNCTION gift.canonical_row(mark text, table_name text, columns jsonb) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, gift, pg_temp AS $$
  SELECT mark || table_name || ' {' || string_agg(
    to_jsonb(member.key)::text || ':' || CASE jsonb_typeof(member.value)
      WHEN 'array' THEN '[' || (
        SELECT string_agg(element.value::text, ',' ORDER BY element.place)
        FROM jsonb_array_elements(member.value) WITH ORDINALITY AS element (value, place)) || ']'
      ELSE member.value::text
    END, ',' ORDER BY member.key COLLATE "C") || '}'
  FROM jsonb_each(jsonb_strip_nulls(columns)) AS member
  WHERE member.value <> '[]'::jsonb
$$;

CREATE FUNCTION gift.canonical_plan(mark text, plan rotation_plan, now timestamptz) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, gift, pg_temp AS $$
  SELECT canonical_row(
    mark, 'rotation_plan',
    to_jsonb(plan) - 'since_change' || jsonb_build_object(
      'zone', encode(plan.zone, 'hex'),
      'anchor_local', extract(epoch FROM plan.anchor_local)::bigint,
      'until_at', canonical_instant(plan.until_at, now),
      'moved_to', ARRAY(
        SELECT extract(epoch FROM m.at)::bigint
        FROM unnest(plan.moved_to) WITH ORDINALITY AS m (at, place) ORDER BY m.place),
      'withdrawn_at', ARRAY(
        SELECT canonical_instant(w.at, now)
        FROM unnest(plan.withdrawn_at) WITH ORDINALITY AS w (at, place) ORDER BY w.place),
      'carried_from', canonical_instant(plan.carried_from, now),
      'carried_until', canonical_instant(plan.carried_until, now)))
$$;

-- The rows of a change, which was made at an instant, each with its gift if it is one of a gift.
-- Plans and settings of groups supersede those before them.
CREATE FUNCTION gift.change_rows(changed bigint, now timestamptz)
RETURNS TABLE (of_gift text, line text)
LANGUAGE sql STABLE SET search_path = pg_catalog, gift, pg_temp AS $$
  SELECT g.id, canonical_row('+', 'gift', jsonb_build_object('id', g.id))
  FROM gift AS g WHERE g.since_change = changed
  UNION ALL
  SELECT v.gift, canonical_row(
    '+', 'animation_version',
    to_jsonb(v) - 'since_change' || jsonb_build_object(
      'asset', encode(v.asset, 'hex'), 'frame_rate_hz', encode(float8send(v.frame_rate_hz), 'hex'),
      'frame_count', encode(float8send(v.frame_count), 'hex')))
  FROM animation_version AS v WHERE v.since_change = changed
  UNION ALL
  SELECT d.gift, canonical_row(
    CASE d.since_change WHEN changed THEN '+' ELSE '-' END, 'definition',
    to_jsonb(d) - 'since_change' - 'until_change')
  FROM definition AS d WHERE d.since_change = changed OR d.until_change = changed
  UNION ALL
  SELECT a.gift, canonical_row(
    CASE a.since_change WHEN changed THEN '+' ELSE '-' END, 'availability',
    to_jsonb(a) - 'since_change' - 'until_change' - 'standing' || jsonb_build_object(
      'from_at', canonical_instant(a.from_at, now),
      'until_at', canonical_instant(a.until_at, now)))
  FROM availability AS a WHERE a.since_change = changed OR a.until_change = changed
  UNION ALL
  SELECT p.gift, canonical_row(
    CASE p.since_change WHEN changed THEN '+' ELSE '-' END, 'version_picture',
    to_jsonb(p) - 'since_change' - 'until_change' || jsonb_build_object(
      'poster', encode(p.poster, 'hex'), 'preview', encode(p.preview, 'hex')))
  FROM version_picture AS p WHERE p.since_change = changed OR p.until_change = changed
  UNION ALL
  SELECT NULL, canonical_row('+', 'rotation', jsonb_build_object('name', r.name))
  FROM rotation AS r WHERE r.since_change = changed
  UNION ALL
  SELECT NULL, canonical_row(
    CASE b.since_change WHEN changed THEN '+' ELSE '-' END, 'rotation_gift',
    to_jsonb(b) - 'since_change' - 'until_change')
  FROM rotation_gift AS b WHERE b.since_change = changed OR b.until_change = changed
  UNION ALL
  SELECT NULL, canonical_plan('+', n, now) FROM rotation_plan AS n WHERE n.since_change = changed
  UNION ALL
  SELECT NULL, canonical_plan('-', o.plan, now)
  FROM rotation_plan AS n CROSS JOIN LATERAL (
    SELECT e AS plan FROM rotation_plan AS e
    WHERE e.rotation = n.rotation AND e.since_change < changed
    ORDER BY e.since_change DESC LIMIT 1) AS o
  WHERE n.since_change = changed
  UNION ALL
  SELECT NULL, canonical_row('+', 'gift_group', to_jsonb(n) - 'since_change')
  FROM gift_group AS n WHERE n.since_change = changed
  UNION ALL
  SELECT NULL, canonical_row('-', 'gift_group', to_jsonb(o.earlier) - 'since_change')
  FROM gift_group AS n CROSS JOIN LATERAL (
    SELECT e AS earlier FROM gift_group AS e
    WHERE e.kind = n.kind AND e.name = n.name AND e.since_change < changed
    ORDER BY e.since_change DESC LIMIT 1) AS o
  WHERE n.since_change = changed AND (o.earlier).settings IS NOT NULL
$$;

-- Whether a gift is shown at an instant or later, as far as its rows tell.
CREATE FUNCTION gift.gift_is_planned(planned text, instant timestamptz) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, gift, pg_temp AS $$
  SELECT EXISTS (SELECT FROM rotation_gift WHERE gift = planned AND until_change IS NULL)
    OR EXISTS (
      SELECT FROM availability AS a
      WHERE a.gift = planned AND a.until_change IS NULL AND a.version IS NOT NULL AND (
        a.until_at > instant OR a.until_at IS NULL AND NOT EXISTS (
          SELECT FROM availability AS next
          WHERE next.gift = planned AND next.until_change IS NULL AND next.until_at IS NULL
            AND next.from_at > a.from_at AND next.from_at <= instant)))
$$;

-- Whether clients may see a difference, now or later: in plans, groups, or what is public of gifts
-- that are shown.
CREATE FUNCTION gift.change_is_visible(changed bigint, now timestamptz) RETURNS boolean
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
        DISTINCT to_jsonb(d) - 'since_change' - 'until_change' - 'latest_version' - 'note'))
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
$$;

-- What is wrong between the rows of a change and others, which a restore would refuse: a constraint
-- sees one row.
CREATE FUNCTION gift.change_inconsistency(changed bigint) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, gift, pg_temp AS $$
  SELECT CASE
    WHEN EXISTS (
      SELECT FROM animation_version AS v WHERE v.since_change = changed AND (
        v.byte_count <> (SELECT length(a.bytes) FROM asset AS a WHERE a.sha256 = v.asset)
        OR v.number > 1 AND NOT EXISTS (
          SELECT FROM animation_version AS e WHERE e.gift = v.gift AND e.number = v.number - 1)))
      THEN 'change_versions_count_up'
    WHEN EXISTS (
      SELECT FROM version_picture AS p
      CROSS JOIN LATERAL (
        VALUES (p.poster, p.poster_byte_count), (p.preview, p.preview_byte_count)
      ) AS drawn (asset, byte_count)
      JOIN asset AS a ON a.sha256 = drawn.asset
      WHERE p.since_change = changed AND (
        drawn.byte_count <> length(a.bytes) OR substring(a.bytes FOR 4) <> 'RIFF'
        OR substring(a.bytes FROM 9 FOR 4) <> 'WEBP'))
      THEN 'change_pictures_fit'
    WHEN EXISTS (
      SELECT FROM rotation AS r WHERE r.since_change = changed AND NOT EXISTS (
        SELECT FROM rotation_plan AS p WHERE p.rotation = r.name AND p.since_change = changed))
      THEN 'change_rotations_have_plans'
    WHEN EXISTS (
      SELECT FROM rotation_plan AS p
      CROSS JOIN LATERAL unnest(
        p.lineup_gift || p.swap_in || p.carried_gift,
        p.lineup_version || p.swap_version || p.carried_version) AS brought (gift, version)
      WHERE p.since_change = changed AND NOT EXISTS (
        SELECT FROM animation_version AS v
        WHERE v.gift = brought.gift AND v.number = brought.version))
      THEN 'change_plans_bring_versions'
  END
$$;

-- At the end of an edit, its rows are those that its digest covers, and it names all gifts that
-- they are about. By the owner's right, because it closes the change: rows that come after it in
-- the transaction, after SET CONSTRAINTS, are refused.
CREATE FUNCTION gift.change_is_whole() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, gift, pg_temp AS $$
DECLARE
  broken text;
BEGIN
  UPDATE head SET is_open = false WHERE change = NEW.number AND is_open;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'an edit is one change'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'change_is_alone';
  END IF;
  SELECT CASE
    WHEN NEW.difference <> sha256(
      convert_to('gift catalogue, difference, 1', 'UTF8') || '\x0a'::bytea
      || coalesce(string_agg(made.digest, ''::bytea ORDER BY made.digest), ''::bytea))
      THEN 'change_difference_fits'
    WHEN bool_or(made.of_gift IS NOT NULL AND NOT EXISTS (
      SELECT FROM gift_change AS c WHERE c.gift = made.of_gift AND c.change = NEW.number))
      THEN 'change_names_its_gifts'
    ELSE change_inconsistency(NEW.number)
  END
  INTO broken
  FROM (
    SELECT of_gift, sha256(convert_to(line, 'UTF8')) AS digest
    FROM change_rows(NEW.number, NEW.at)) AS made;
  IF broken IS NOT NULL THEN
    RAISE EXCEPTION 'a change has to be what it says'
      USING ERRCODE = 'check_violation', CONSTRAINT = broken;
  END IF;
  -- Clients learn of what they can see, whatever the change says.
  UPDATE change SET alters_catalogue = true
  WHERE number = NEW.number AND NOT alters_catalogue AND change_is_visible(NEW.number, NEW.at);
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION canonical_instant(timestamptz, timestamptz),
  canonical_row(text, text, jsonb), canonical_plan(text, rotation_plan, timestamptz),
  change_rows(bigint, timestamptz), gift_is_planned(text, timestamptz),
  change_is_visible(bigint, timestamptz), change_inconsistency(bigint), change_is_whole()
  FROM PUBLIC;
CREATE CONSTRAINT TRIGGER change_is_whole AFTER INSERT ON change
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NOT acts_as_owner()) EXECUTE FUNCTION change_is_whole();
