-- The plans of all rotations up to a change, each with the instant from which it is valid; a zone's
-- rules come with the first of the plans that use them. $1 bigint: change.
-- Columns: rotation text, since_change bigint, at timestamptz, zone bytea, zone_rules text?,
-- anchor_local bigint: seconds since 1970-01-01 00:00 on the zone's clock, anchor_turn bigint,
-- cadence_count bigint, cadence_unit text, stay_count bigint?, stay_unit text?,
-- lineup_gift text[], lineup_version bigint[], per_turn bigint, lineup_position bigint,
-- last_turn bigint?, until_at timestamptz?, first_turn bigint, skipped_turn bigint[],
-- moved_turn bigint[], moved_to bigint[], swap_turn bigint[], swap_out text[], swap_in text[],
-- swap_version bigint[], withdrawn_gift text[], withdrawn_at bigint[]: microseconds since
-- 1970-01-01T00:00:00Z, carried_turn bigint?, carried_from timestamptz?,
-- carried_until timestamptz?, carried_gift text[], carried_version bigint[]. Locks: none.
-- Index: the primary keys.
SELECT p.rotation, p.since_change, c.at, p.zone,
  CASE WHEN row_number() OVER (PARTITION BY p.zone ORDER BY p.rotation, p.since_change) = 1
    THEN z.rules END AS zone_rules,
  CASE WHEN isfinite(p.anchor_local) THEN extract(epoch FROM p.anchor_local)::bigint END
    AS anchor_local, p.anchor_turn, p.cadence_count,
  p.cadence_unit, p.stay_count, p.stay_unit, p.lineup_gift, p.lineup_version, p.per_turn,
  p.lineup_position, p.last_turn, p.until_at, p.first_turn, p.skipped_turn, p.moved_turn,
  ARRAY(
    SELECT CASE WHEN isfinite(m.at) THEN extract(epoch FROM m.at)::bigint END
    FROM unnest(p.moved_to) WITH ORDINALITY AS m (at, place) ORDER BY m.place) AS moved_to,
  p.swap_turn, p.swap_out, p.swap_in, p.swap_version, p.withdrawn_gift,
  ARRAY(
    SELECT CASE WHEN isfinite(w.at) THEN (extract(epoch FROM w.at) * 1000000)::bigint END
    FROM unnest(p.withdrawn_at) WITH ORDINALITY AS w (at, place) ORDER BY w.place)
    AS withdrawn_at,
  p.carried_turn, p.carried_from, p.carried_until, p.carried_gift, p.carried_version
FROM rotation_plan AS p
JOIN change AS c ON c.number = p.since_change
JOIN zone_rules AS z ON z.digest = p.zone
WHERE p.since_change <= $1
ORDER BY p.rotation, p.since_change
