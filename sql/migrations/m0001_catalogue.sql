-- The catalogue: gifts, what they are, what they play and when, and every edit ever made.
-- Nothing is overwritten: definitions and availabilities carry the change that recorded them and
-- the change that superseded them. Constraints repeat the invariants of the domain and are named
-- after the fact they assert; the store maps those names to errors.

CREATE EXTENSION IF NOT EXISTS btree_gist;

-- One committed edit, numbered 1, 2, 3 … without gaps, in commit order.
CREATE TABLE change (
  number bigint PRIMARY KEY,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  verb text NOT NULL,
  -- Whether clients can see a difference, at once or later.
  alters_catalogue boolean NOT NULL,
  -- Instants go forward from each change to the next, but begin anew with a repair: what was made
  -- before it, and is dated after it, was dated by a clock that was ahead.
  begins_anew boolean NOT NULL GENERATED ALWAYS AS (verb = 'repair') STORED,
  -- Under which login, whoever the actor claims to be; and why, if that was said.
  login text NOT NULL DEFAULT session_user,
  reason text,
  -- What was asked for: an array, kept as it was written. The digest is SHA-256 over that of the
  -- change before and all columns of this one that do not follow from others.
  commands json NOT NULL DEFAULT '[]',
  digest bytea NOT NULL,
  CONSTRAINT change_has_a_digest CHECK (length(digest) = 32),
  CONSTRAINT change_has_an_instant CHECK (isfinite(at)),
  CONSTRAINT change_has_an_actor CHECK (actor <> '' AND login <> '' AND reason <> ''),
  CONSTRAINT change_commands_are_a_list CHECK (json_typeof(commands) = 'array'),
  CONSTRAINT change_number_is_positive CHECK (number > 0),
  CONSTRAINT change_verb_is_known
    CHECK (verb IN ('add', 'publish', 'retire', 'rollback', 'undo', 'import', 'rotation',
      'repair'))
);
CREATE INDEX change_by_instant ON change (at, number);
CREATE INDEX change_that_alters ON change (number) WHERE alters_catalogue;
CREATE INDEX change_that_undoes ON change (number) WHERE verb = 'undo';
CREATE INDEX change_that_begins_anew ON change (number) WHERE begins_anew;

-- The newest change, in one row: who edits locks it, so changes are numbered in commit order, and
-- who may not update it cannot lock it.
CREATE TABLE head (
  is_head boolean PRIMARY KEY DEFAULT true,
  change bigint NOT NULL,
  at timestamptz NOT NULL,
  -- Null before the first change.
  digest bytea,
  CONSTRAINT head_is_one CHECK (is_head)
);
INSERT INTO head (change, at) VALUES (0, 'epoch');

-- What a change says of itself is true, whoever writes it. Not asked is the owner, who could switch
-- this off. An archive brings all changes in one transaction, made by others and before.
CREATE FUNCTION change_is_true() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  replays boolean;
  broken text;
BEGIN
  IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
    RETURN NEW;
  END IF;
  replays := NEW.number = 1
    OR EXISTS (SELECT FROM change WHERE number = 1 AND xmin = pg_current_xact_id()::xid);
  broken := CASE
    WHEN NEW.login <> session_user AND NOT replays THEN 'change_login_is_true'
    WHEN NEW.verb = 'repair' AND NOT replays THEN 'change_repair_is_the_owners'
    -- Clocks differ a little, and after a change of one that was ahead instants stand still.
    WHEN NEW.at > clock_timestamp() + interval '5 seconds' AND NOT replays
      AND NEW.at > (SELECT at FROM head) THEN 'change_is_not_of_the_future'
    WHEN NEW.digest IS DISTINCT FROM (
      SELECT sha256(
        convert_to('gift catalogue, change, 1', 'UTF8') || '\x0a'::bytea
        || string_agg(
          convert_to(octet_length(convert_to(part, 'UTF8')) || ':' || part, 'UTF8'), ''::bytea
          ORDER BY place))
      FROM head, unnest(ARRAY[
        coalesce(encode(head.digest, 'hex'), ''), NEW.number::text,
        to_char(NEW.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')
          || rtrim(rtrim(to_char(NEW.at AT TIME ZONE 'UTC', '.US'), '0'), '.') || 'Z',
        NEW.actor, NEW.login, coalesce(NEW.reason, ''), NEW.verb, NEW.commands::text])
        WITH ORDINALITY AS parts (part, place)) THEN 'change_digest_fits'
  END;
  IF broken IS NOT NULL THEN
    RAISE EXCEPTION 'a change has to be what it says'
      USING ERRCODE = 'check_violation', CONSTRAINT = broken;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER change_is_true BEFORE INSERT ON change
  FOR EACH ROW EXECUTE FUNCTION change_is_true();

-- By the owner's right: who edits locks the row of head, and moves it by a change alone.
CREATE FUNCTION change_moves_head() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  UPDATE head SET change = NEW.number, at = NEW.at, digest = NEW.digest
  WHERE change = NEW.number - 1 AND (at <= NEW.at OR NEW.begins_anew);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a change has to follow the last one'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'change_follows_the_last';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER change_moves_head AFTER INSERT ON change
  FOR EACH ROW EXECUTE FUNCTION change_moves_head();

CREATE TABLE gift (
  id text PRIMARY KEY COLLATE "C",
  since_change bigint NOT NULL CONSTRAINT gift_has_a_change REFERENCES change,
  CONSTRAINT gift_id_is_a_slug CHECK (
    id ~ '^[a-z0-9](-?[a-z0-9])*$' AND length(id) BETWEEN 2 AND 64)
);

-- Which gifts an edit touched: what history and --expect-change ask for.
CREATE TABLE gift_change (
  gift text NOT NULL COLLATE "C" CONSTRAINT gift_change_has_a_gift REFERENCES gift,
  change bigint NOT NULL CONSTRAINT gift_change_has_a_change REFERENCES change,
  PRIMARY KEY (gift, change)
);
CREATE INDEX gift_change_by_change ON gift_change (change, gift);

-- Bytes under their SHA-256, stored once however often used, and served as they came in.
-- EXTERNAL: no attempt to compress what is read in one piece and compressed for clients anyway.
CREATE TABLE asset (
  sha256 bytea PRIMARY KEY,
  bytes bytea NOT NULL,
  -- What clients are sent in place of the bytes when they take them compressed: one gzip member
  -- (RFC 1952) and one brotli stream (RFC 7932), made once, when the asset is stored. Null: it
  -- would not be smaller than the bytes; then the bytes are what is sent.
  gzip bytea,
  brotli bytea,
  CONSTRAINT asset_is_named_by_its_bytes CHECK (sha256 = sha256(bytes)),
  CONSTRAINT asset_gzip_is_smaller CHECK (length(gzip) < length(bytes)),
  CONSTRAINT asset_brotli_is_smaller CHECK (length(brotli) < length(bytes))
);
ALTER TABLE asset
  ALTER COLUMN bytes SET STORAGE EXTERNAL,
  ALTER COLUMN gzip SET STORAGE EXTERNAL,
  ALTER COLUMN brotli SET STORAGE EXTERNAL;

-- The next number within its gift; immutable.
CREATE TABLE animation_version (
  gift text NOT NULL COLLATE "C" CONSTRAINT animation_version_has_a_gift REFERENCES gift,
  number bigint NOT NULL,
  asset bytea NOT NULL CONSTRAINT animation_version_has_an_asset REFERENCES asset,
  byte_count bigint NOT NULL,
  width bigint NOT NULL,
  height bigint NOT NULL,
  frame_rate_hz double precision NOT NULL,
  frame_count double precision NOT NULL,
  duration_ms bigint NOT NULL,
  -- What the check had to say when the version was added: a JSON array, never served.
  findings jsonb NOT NULL,
  since_change bigint NOT NULL CONSTRAINT animation_version_has_a_change REFERENCES change,
  PRIMARY KEY (gift, number),
  CONSTRAINT animation_version_is_new UNIQUE (gift, asset),
  CONSTRAINT animation_version_number_is_positive CHECK (number > 0),
  CONSTRAINT animation_version_has_a_size CHECK (width > 0 AND height > 0 AND byte_count > 0),
  CONSTRAINT animation_version_plays
    CHECK (frame_rate_hz > 0 AND frame_count > 0 AND duration_ms >= 0)
);
CREATE INDEX animation_version_by_asset ON animation_version (asset);

CREATE TABLE definition (
  gift text NOT NULL COLLATE "C" CONSTRAINT definition_has_a_gift REFERENCES gift,
  since_change bigint NOT NULL CONSTRAINT definition_has_a_change REFERENCES change,
  until_change bigint CONSTRAINT definition_ends_with_a_change REFERENCES change,
  name_locale text[] NOT NULL,
  name_text text[] NOT NULL,
  price bigint NOT NULL,
  category text NOT NULL,
  sort_order bigint NOT NULL,
  streakable boolean NOT NULL,
  tag text[] NOT NULL,
  latest_version bigint,
  PRIMARY KEY (gift, since_change),
  CONSTRAINT definition_has_a_version
    FOREIGN KEY (gift, latest_version) REFERENCES animation_version (gift, number),
  CONSTRAINT definition_ends_later CHECK (until_change > since_change),
  CONSTRAINT definition_has_a_name CHECK (
    cardinality(name_locale) > 0 AND cardinality(name_locale) = cardinality(name_text)),
  CONSTRAINT definition_price_is_in_range CHECK (price BETWEEN 0 AND 10000000)
);
-- A row is superseded once, by the change that is being made.
CREATE FUNCTION row_is_superseded_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.until_change IS NOT NULL
    OR NEW.until_change IS DISTINCT FROM (SELECT change FROM head) THEN
    RAISE EXCEPTION 'a superseded row stays as it is'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'row_is_superseded_once';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER definition_is_superseded_once BEFORE UPDATE ON definition
  FOR EACH ROW EXECUTE FUNCTION row_is_superseded_once();
CREATE UNIQUE INDEX definition_stands_once ON definition (gift) WHERE until_change IS NULL;

-- What a gift plays by itself: without until_at a standing step, which holds until the next; with
-- it a window above steps and turns, half-open. Without version nothing shows. What the layers
-- show together is computed and never stored.
CREATE TABLE availability (
  gift text NOT NULL COLLATE "C" CONSTRAINT availability_has_a_gift REFERENCES gift,
  version bigint,
  from_at timestamptz NOT NULL,
  until_at timestamptz,
  since_change bigint NOT NULL CONSTRAINT availability_has_a_change REFERENCES change,
  until_change bigint CONSTRAINT availability_ends_with_a_change REFERENCES change,
  standing boolean NOT NULL GENERATED ALWAYS AS (until_at IS NULL) STORED,
  PRIMARY KEY (gift, from_at, standing, since_change),
  CONSTRAINT availability_has_a_version
    FOREIGN KEY (gift, version) REFERENCES animation_version (gift, number),
  CONSTRAINT availability_is_not_empty CHECK (until_at > from_at),
  CONSTRAINT availability_has_instants CHECK (isfinite(from_at) AND isfinite(until_at)),
  CONSTRAINT availability_is_superseded_later CHECK (until_change > since_change),
  CONSTRAINT availability_is_alone EXCLUDE USING gist (
    gift WITH =, tstzrange(from_at, until_at) WITH &&)
    WHERE (until_change IS NULL AND until_at IS NOT NULL)
);
CREATE TRIGGER availability_is_superseded_once BEFORE UPDATE ON availability
  FOR EACH ROW EXECUTE FUNCTION row_is_superseded_once();
CREATE UNIQUE INDEX availability_stands_once ON availability (gift, from_at)
  WHERE until_change IS NULL AND until_at IS NULL;

-- Rotations: programmes that recur. A plan holds from the change that made it until the next, so
-- nothing is overwritten here either; turns are computed from plans and never stored.
CREATE TABLE rotation (
  name text PRIMARY KEY COLLATE "C",
  since_change bigint NOT NULL CONSTRAINT rotation_has_a_change REFERENCES change,
  CONSTRAINT rotation_name_is_a_slug CHECK (
    name ~ '^[a-z0-9](-?[a-z0-9])*$' AND length(name) BETWEEN 2 AND 64)
);

CREATE TABLE rotation_plan (
  rotation text NOT NULL COLLATE "C"
    CONSTRAINT rotation_plan_has_a_rotation REFERENCES rotation,
  since_change bigint NOT NULL CONSTRAINT rotation_plan_has_a_change REFERENCES change,
  zone text NOT NULL,
  -- When turn anchor_turn begins on the clock of the zone; the others are counted from there.
  anchor_local timestamp NOT NULL,
  anchor_turn bigint NOT NULL,
  cadence_count bigint NOT NULL,
  cadence_unit text NOT NULL,
  -- Null: until the next turn.
  stay_count bigint,
  stay_unit text,
  lineup_gift text[] NOT NULL,
  lineup_version bigint[] NOT NULL,
  per_turn bigint NOT NULL,
  -- The place in the lineup at which turn anchor_turn begins.
  lineup_position bigint NOT NULL,
  last_turn bigint,
  until_at timestamptz,
  -- The first turn of this plan; the one before it is carried over if it ran.
  first_turn bigint NOT NULL,
  skipped_turn bigint[] NOT NULL,
  moved_turn bigint[] NOT NULL,
  moved_to timestamp[] NOT NULL,
  swap_turn bigint[] NOT NULL,
  swap_out text[] NOT NULL,
  swap_in text[] NOT NULL,
  swap_version bigint[] NOT NULL,
  -- Gifts that were retired at a time that had yet to come.
  withdrawn_gift text[] NOT NULL,
  withdrawn_at timestamptz[] NOT NULL,
  carried_turn bigint,
  carried_from timestamptz,
  carried_until timestamptz,
  carried_gift text[] NOT NULL,
  carried_version bigint[] NOT NULL,
  PRIMARY KEY (rotation, since_change),
  CONSTRAINT rotation_plan_cadence_is_known CHECK (
    cadence_count > 0 AND cadence_unit IN ('day', 'week', 'month')),
  CONSTRAINT rotation_plan_stay_is_known CHECK (
    (stay_count IS NULL) = (stay_unit IS NULL)
    AND (stay_count IS NULL OR stay_count > 0 AND stay_unit IN ('hour', 'day', 'week'))),
  CONSTRAINT rotation_plan_lineup_has_versions
    CHECK (cardinality(lineup_gift) = cardinality(lineup_version)),
  CONSTRAINT rotation_plan_turn_has_gifts CHECK (per_turn > 0),
  CONSTRAINT rotation_plan_turns_count_up CHECK (anchor_turn > 0 AND first_turn > 0),
  CONSTRAINT rotation_plan_moves_have_times
    CHECK (cardinality(moved_turn) = cardinality(moved_to)),
  CONSTRAINT rotation_plan_swaps_are_whole CHECK (
    cardinality(swap_turn) = cardinality(swap_out)
    AND cardinality(swap_turn) = cardinality(swap_in)
    AND cardinality(swap_turn) = cardinality(swap_version)),
  CONSTRAINT rotation_plan_withdrawals_have_times
    CHECK (cardinality(withdrawn_gift) = cardinality(withdrawn_at)),
  CONSTRAINT rotation_plan_carried_turn_is_whole CHECK (
    (carried_turn IS NULL) = (carried_from IS NULL)
    AND cardinality(carried_gift) = cardinality(carried_version))
);
CREATE INDEX rotation_plan_by_change ON rotation_plan (since_change);

-- The gifts that a rotation may bring: at most one rotation at a time for each.
CREATE TABLE rotation_gift (
  gift text NOT NULL COLLATE "C" CONSTRAINT rotation_gift_has_a_gift REFERENCES gift,
  rotation text NOT NULL COLLATE "C"
    CONSTRAINT rotation_gift_has_a_rotation REFERENCES rotation,
  since_change bigint NOT NULL CONSTRAINT rotation_gift_has_a_change REFERENCES change,
  until_change bigint CONSTRAINT rotation_gift_ends_with_a_change REFERENCES change,
  PRIMARY KEY (gift, since_change),
  CONSTRAINT rotation_gift_is_superseded_later CHECK (until_change > since_change)
);
CREATE TRIGGER rotation_gift_is_superseded_once BEFORE UPDATE ON rotation_gift
  FOR EACH ROW EXECUTE FUNCTION row_is_superseded_once();
CREATE UNIQUE INDEX rotation_gift_is_in_one_rotation
  ON rotation_gift (gift) WHERE until_change IS NULL;

-- Announcements: the record that a boundary of the catalogue has passed. The public catalogue does
-- not depend on them.
CREATE TABLE announcement (
  -- 1, 2, 3 … without gaps, in the order in which they were made.
  number bigint PRIMARY KEY,
  due_at timestamptz NOT NULL,
  gift text NOT NULL COLLATE "C" CONSTRAINT announcement_has_a_gift REFERENCES gift,
  event text NOT NULL,
  version bigint NOT NULL,
  -- Null: a window, or what stands.
  rotation text COLLATE "C" CONSTRAINT announcement_has_a_rotation REFERENCES rotation,
  turn bigint,
  -- The newest change when it was computed: of what is said about a gift and an instant, the newest
  -- change's word counts.
  change bigint NOT NULL CONSTRAINT announcement_has_a_change REFERENCES change,
  announced_at timestamptz NOT NULL,
  CONSTRAINT announcement_is_made_once UNIQUE (due_at, gift, change),
  CONSTRAINT announcement_number_is_positive CHECK (number > 0),
  CONSTRAINT announcement_event_is_known CHECK (event IN ('went_live', 'went_off', 'overruled')),
  CONSTRAINT announcement_turn_has_a_rotation CHECK ((rotation IS NULL) = (turn IS NULL)),
  CONSTRAINT announcement_is_not_early CHECK (announced_at >= due_at),
  CONSTRAINT announcement_has_instants CHECK (isfinite(due_at) AND isfinite(announced_at)),
  CONSTRAINT announcement_has_a_version
    FOREIGN KEY (gift, version) REFERENCES animation_version (gift, number)
);

CREATE FUNCTION announcement_follows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  made record;
  last_before bigint;
  broken text;
BEGIN
  SELECT min(number) AS first, max(number) AS last, count(*) AS count,
    min(announced_at) AS begun_at, max(announced_at) AS ended_at
  INTO made FROM new_announcement;
  SELECT coalesce(max(number), 0) INTO last_before FROM announcement WHERE number < made.first;
  broken := CASE
    WHEN made.ended_at > clock_timestamp() THEN 'announcement_is_not_of_the_future'
    WHEN made.first <> last_before + 1 OR made.last <> last_before + made.count
      OR EXISTS (SELECT FROM announcement WHERE number > made.last) THEN 'announcement_counts_up'
    -- The first may be those of an archive. A tick takes no longer than a minute.
    WHEN last_before > 0 AND made.begun_at < clock_timestamp() - interval '1 minute'
      THEN 'announcement_is_made_now'
    -- Changes never fall, and of what one change speaks of the places rise.
    WHEN EXISTS (
      SELECT FROM (
        SELECT due_at, gift, change, lag(due_at) OVER line AS due_before,
          lag(gift) OVER line AS gift_before, lag(change) OVER line AS change_before
        FROM (
          SELECT number, due_at, gift, change FROM new_announcement
          UNION ALL
          SELECT number, due_at, gift, change FROM announcement WHERE number = last_before
        ) AS near WINDOW line AS (ORDER BY number)
      ) AS pair
      WHERE change < change_before
        OR change = change_before AND (due_at, gift) <= (due_before, gift_before)
    ) THEN 'announcement_is_in_order'
  END;
  IF broken IS NOT NULL THEN
    RAISE EXCEPTION 'an announcement has to follow the last one, and to be made now'
      USING ERRCODE = 'check_violation', CONSTRAINT = broken;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER announcement_follows AFTER INSERT ON announcement
  REFERENCING NEW TABLE AS new_announcement
  FOR EACH STATEMENT EXECUTE FUNCTION announcement_follows();

-- Who announces locks its one row: one at a time, and nobody who edits waits for it.
CREATE TABLE tick (
  is_tick boolean PRIMARY KEY DEFAULT true,
  CONSTRAINT tick_is_one CHECK (is_tick)
);
INSERT INTO tick DEFAULT VALUES;

-- The functions of triggers find these tables and PostgreSQL's own functions, whatever search path
-- or temporary table a session has.
DO $$
DECLARE
  function_name text;
BEGIN
  FOREACH function_name IN ARRAY ARRAY[
    'change_is_true', 'change_moves_head', 'row_is_superseded_once', 'announcement_follows'] LOOP
    EXECUTE format(
      'ALTER FUNCTION %I() SET search_path = pg_catalog, %I, pg_temp', function_name,
      current_schema());
  END LOOP;
END
$$;
