-- Rotations, and what is announced of them and of all else.

-- Rotations: programmes that recur. A plan holds from the change that made it until the next, so
-- nothing is overwritten here either; turns are computed from plans and never stored.
CREATE TABLE gift.rotation (
  name text PRIMARY KEY COLLATE "C",
  since_change bigint NOT NULL CONSTRAINT rotation_has_a_change REFERENCES change,
  CONSTRAINT rotation_name_is_a_slug CHECK (is_slug(name, 2))
);
CREATE TRIGGER rotation_is_of_this_change AFTER INSERT ON rotation
  REFERENCING NEW TABLE AS new_row
  FOR EACH STATEMENT EXECUTE FUNCTION rows_are_of_this_change('since_change');

-- When the clocks of a zone are turned, as they were known when a rotation was edited: a plan keeps
-- the rules that it was made by, whatever another server or a later one knows of the zone.
CREATE TABLE gift.zone_rules (
  digest bytea PRIMARY KEY,
  -- JSON, kept byte for byte.
  rules text NOT NULL,
  CONSTRAINT zone_rules_are_those_of_one_zone CHECK (is_zone(rules)),
  CONSTRAINT zone_rules_are_named_by_their_bytes
    CHECK (digest = sha256(convert_to(rules, 'UTF8')))
);

CREATE TABLE gift.rotation_plan (
  rotation text NOT NULL COLLATE "C"
    CONSTRAINT rotation_plan_has_a_rotation REFERENCES rotation,
  since_change bigint NOT NULL CONSTRAINT rotation_plan_has_a_change REFERENCES change,
  zone bytea NOT NULL CONSTRAINT rotation_plan_has_a_zone REFERENCES zone_rules,
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
    cadence_count BETWEEN 1 AND 3660 AND cadence_unit IN ('day', 'week', 'month')),
  CONSTRAINT rotation_plan_stay_is_known CHECK (
    (stay_count IS NULL) = (stay_unit IS NULL)
    AND (stay_count IS NULL
      OR stay_count BETWEEN 1 AND 3660 AND stay_unit IN ('hour', 'day', 'week'))),
  CONSTRAINT rotation_plan_lineup_has_versions
    CHECK (cardinality(lineup_gift) = cardinality(lineup_version)),
  CONSTRAINT rotation_plan_turn_has_gifts CHECK (per_turn BETWEEN 1 AND 500),
  CONSTRAINT rotation_plan_turns_count_up CHECK (
    anchor_turn BETWEEN 1 AND 1000000 AND first_turn BETWEEN 1 AND 1000001
    AND last_turn BETWEEN 1 AND 1000000 AND carried_turn BETWEEN 1 AND 1000000),
  CONSTRAINT rotation_plan_begins_in_its_lineup CHECK (
    lineup_position BETWEEN 0 AND greatest(cardinality(lineup_gift), 1) - 1),
  CONSTRAINT rotation_plan_has_instants CHECK (
    is_local_time(anchor_local) AND is_instant(until_at) AND is_instant(carried_from)
    AND is_instant(carried_until) AND are_local_times(moved_to) AND are_instants(withdrawn_at)),
  CONSTRAINT rotation_plan_has_so_many_parts CHECK (
    cardinality(lineup_gift) <= 500 AND cardinality(carried_gift) <= 500
    AND cardinality(skipped_turn) <= 1000 AND cardinality(moved_turn) <= 1000
    AND cardinality(swap_turn) <= 500000 AND cardinality(withdrawn_gift) <= 10000),
  CONSTRAINT rotation_plan_names_gifts CHECK (
    are_slugs(lineup_gift, 2) AND are_slugs(carried_gift, 2) AND are_slugs(swap_out, 2)
    AND are_slugs(swap_in, 2) AND are_slugs(withdrawn_gift, 2) AND are_rising(withdrawn_gift)
    AND are_distinct(lineup_gift) AND are_distinct(carried_gift)
    AND are_numbers(lineup_version, 1, 1000000) AND are_numbers(carried_version, 1, 1000000)
    AND are_numbers(swap_version, 1, 1000000)),
  CONSTRAINT rotation_plan_names_turns CHECK (
    are_rising(skipped_turn) AND are_numbers(skipped_turn, 1, 1000000)
    AND are_rising(moved_turn) AND are_numbers(moved_turn, 1, 1000000)
    AND are_swaps(swap_turn, swap_out) AND are_numbers(swap_turn, 1, 1000000)
    AND count_distinct(skipped_turn || moved_turn || swap_turn) <= 1000),
  CONSTRAINT rotation_plan_moves_have_times
    CHECK (cardinality(moved_turn) = cardinality(moved_to)),
  CONSTRAINT rotation_plan_swaps_are_whole CHECK (
    cardinality(swap_turn) = cardinality(swap_out)
    AND cardinality(swap_turn) = cardinality(swap_in)
    AND cardinality(swap_turn) = cardinality(swap_version)),
  CONSTRAINT rotation_plan_withdrawals_have_times
    CHECK (cardinality(withdrawn_gift) = cardinality(withdrawn_at)),
  CONSTRAINT rotation_plan_carried_turn_is_whole CHECK (
    (carried_turn IS NULL) = (carried_from IS NULL) AND carried_until > carried_from
    AND (carried_turn IS NOT NULL OR carried_until IS NULL AND cardinality(carried_gift) = 0)
    AND cardinality(carried_gift) = cardinality(carried_version))
);
CREATE INDEX rotation_plan_by_change ON rotation_plan (since_change);
CREATE TRIGGER rotation_plan_is_of_this_change AFTER INSERT ON rotation_plan
  REFERENCING NEW TABLE AS new_row
  FOR EACH STATEMENT EXECUTE FUNCTION rows_are_of_this_change('since_change');

-- The gifts that a rotation may bring: at most one rotation at a time for each.
CREATE TABLE gift.rotation_gift (
  gift text NOT NULL COLLATE "C" CONSTRAINT rotation_gift_has_a_gift REFERENCES gift,
  rotation text NOT NULL COLLATE "C"
    CONSTRAINT rotation_gift_has_a_rotation REFERENCES rotation,
  since_change bigint NOT NULL CONSTRAINT rotation_gift_has_a_change REFERENCES change,
  until_change bigint CONSTRAINT rotation_gift_ends_with_a_change REFERENCES change,
  PRIMARY KEY (gift, since_change),
  CONSTRAINT rotation_gift_is_superseded_later CHECK (until_change > since_change)
);
CREATE INDEX rotation_gift_since_change ON rotation_gift (since_change);
CREATE INDEX rotation_gift_until_change ON rotation_gift (until_change)
  WHERE until_change IS NOT NULL;
CREATE TRIGGER rotation_gift_is_superseded_once AFTER UPDATE ON rotation_gift
  REFERENCING OLD TABLE AS old_row NEW TABLE AS new_row
  FOR EACH STATEMENT EXECUTE FUNCTION row_is_superseded_once();
CREATE UNIQUE INDEX rotation_gift_is_in_one_rotation
  ON rotation_gift (gift) WHERE until_change IS NULL;
CREATE TRIGGER rotation_gift_is_of_this_change AFTER INSERT ON rotation_gift
  REFERENCING NEW TABLE AS new_row
  FOR EACH STATEMENT EXECUTE FUNCTION rows_are_of_this_change('since_change');

-- Announcements: the record that a boundary of the catalogue has passed. The public catalogue does
-- not depend on them.
CREATE TABLE gift.announcement (
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
  CONSTRAINT announcement_number_is_in_range CHECK (number BETWEEN 1 AND 1000000000000),
  CONSTRAINT announcement_event_is_known CHECK (event IN ('went_live', 'went_off', 'overruled')),
  CONSTRAINT announcement_turn_has_a_rotation CHECK (
    (rotation IS NULL) = (turn IS NULL) AND turn BETWEEN 1 AND 1000000),
  CONSTRAINT announcement_is_not_early CHECK (announced_at >= due_at),
  CONSTRAINT announcement_has_instants CHECK (is_instant(due_at) AND is_instant(announced_at)),
  CONSTRAINT announcement_has_a_version
    FOREIGN KEY (gift, version) REFERENCES animation_version (gift, number)
);

CREATE FUNCTION gift.announcement_follows() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, gift, pg_temp AS $$
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
    -- A tick takes no longer than a minute; the owner restores those of an archive.
    WHEN made.begun_at < clock_timestamp() - interval '1 minute' AND NOT acts_as_owner()
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
REVOKE EXECUTE ON FUNCTION announcement_follows() FROM PUBLIC;
CREATE TRIGGER announcement_follows AFTER INSERT ON announcement
  REFERENCING NEW TABLE AS new_announcement
  FOR EACH STATEMENT EXECUTE FUNCTION announcement_follows();

-- Who announces locks its one row: one at a time, and nobody who edits waits for it.
CREATE TABLE gift.tick (
  is_tick boolean PRIMARY KEY DEFAULT true,
  CONSTRAINT tick_is_one CHECK (is_tick)
);
INSERT INTO tick DEFAULT VALUES;
