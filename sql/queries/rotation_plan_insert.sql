-- Inserts a plan. $1 text: rotation; $2 bigint: change; $3 bytea: zone; $4 bigint: anchor_local in
-- seconds since 1970-01-01 00:00; $5 bigint: anchor_turn; $6 bigint: cadence_count; $7 text:
-- cadence_unit; $8 bigint: stay_count or null; $9 text: stay_unit or null; $10 text[]: lineup_gift;
-- $11 bigint[]: lineup_version; $12 bigint: per_turn; $13 bigint: lineup_position; $14 bigint:
-- last_turn or null; $15 timestamptz: until_at or null; $16 bigint: first_turn; $17 bigint[]:
-- skipped_turn; $18 bigint[]: moved_turn; $19 bigint[]: moved_to as $4; $20 bigint[]: swap_turn;
-- $21 text[]: swap_out; $22 text[]: swap_in; $23 bigint[]: swap_version; $24 text[]:
-- withdrawn_gift; $25 timestamptz[]: withdrawn_at; $26 bigint: carried_turn or null; $27
-- timestamptz: carried_from or null; $28 timestamptz: carried_until or null; $29 text[]:
-- carried_gift; $30 bigint[]: carried_version.
INSERT INTO rotation_plan (
  rotation, since_change, zone, anchor_local, anchor_turn, cadence_count, cadence_unit, stay_count,
  stay_unit, lineup_gift, lineup_version, per_turn, lineup_position, last_turn, until_at,
  first_turn, skipped_turn, moved_turn, moved_to, swap_turn, swap_out, swap_in, swap_version,
  withdrawn_gift, withdrawn_at, carried_turn, carried_from, carried_until, carried_gift,
  carried_version)
VALUES (
  $1, $2, $3, 'epoch'::timestamp + $4::bigint * interval '1 second', $5, $6, $7, $8, $9, $10, $11,
  $12, $13, $14, $15, $16, $17, $18,
  ARRAY(
    SELECT 'epoch'::timestamp + m.at * interval '1 second'
    FROM unnest($19::bigint[]) WITH ORDINALITY AS m (at, place) ORDER BY m.place),
  $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30)
