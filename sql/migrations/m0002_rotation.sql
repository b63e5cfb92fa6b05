-- Rotations: programmes that recur. A plan holds from the change that made it until the next, so
-- nothing is overwritten here either; turns are computed from plans and never stored.

ALTER TABLE change DROP CONSTRAINT change_verb_is_known;
ALTER TABLE change ADD CONSTRAINT change_verb_is_known
  CHECK (verb IN ('add', 'publish', 'retire', 'rollback', 'import', 'rotation'));

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
CREATE UNIQUE INDEX rotation_gift_is_in_one_rotation
  ON rotation_gift (gift) WHERE until_change IS NULL;

GRANT SELECT ON rotation, rotation_plan TO gift_reader;
GRANT SELECT, INSERT ON rotation, rotation_plan, rotation_gift TO gift_editor;
GRANT UPDATE (until_change) ON rotation_gift TO gift_editor;
