import GiftDomain
import GiftStore
import Postgres
import StoreSupport
import Testing

/// What a login that may edit or announce tries with SQL of its own, and the database refuses.
@Suite(.timeLimit(.minutes(5)))
struct ForgeryTests {
  private static let values = "change + 1, clock_timestamp(), 'ada', session_user, 'publish', false"

  /// Each by the constraint that stops it.
  static let byEditors: [(constraint: String, sql: String)] = [
    ("change_login_is_true", insert("'boss'", for: "session_user")),
    ("change_repair_is_the_owners", insert("'repair'", for: "'publish'")),
    ("change_is_not_of_the_future", insert("'9999-01-01'", for: "clock_timestamp()")),
    ("change_is_not_of_the_future", insert("'infinity'", for: "clock_timestamp()")),
    ("change_digest_fits", insert("'ada'", for: "'ada'")),
    (
      "row_is_superseded_once",
      "UPDATE definition SET until_change = 3 WHERE gift = 'rose' AND until_change = 2"
    ),
    (
      "row_is_superseded_once",
      "UPDATE definition SET until_change = 3 WHERE gift = 'rose' AND until_change IS NULL"
    ),
    (
      "row_is_superseded_once",
      "UPDATE availability SET until_change = NULL WHERE until_change IS NOT NULL"
    ),
    ("rows_are_of_this_change", "INSERT INTO gift VALUES ('forged', 1)"),
    (
      "rows_are_of_this_change",
      "INSERT INTO availability SELECT gift, version, from_at - interval '1 day', NULL, 1 "
        + "FROM availability LIMIT 1"
    ),
    (
      "rows_are_of_this_change",
      "INSERT INTO version_picture (gift, version, since_change, renderer, settings, obstacle) "
        + "VALUES ('rose', 1, 1, repeat('a', 40), 1, 'blank')"
    ),
    ("rotation_plan_turns_count_up", plan("anchor_turn", "9223372036854775807")),
    ("rotation_plan_turns_count_up", plan("last_turn", "0")),
    ("rotation_plan_begins_in_its_lineup", plan("lineup_position", "9223372036854775807")),
    ("rotation_plan_has_instants", plan("withdrawn_at", "'{infinity}'")),
    ("rotation_plan_has_so_many_parts", plan("skipped_turn", "array_fill(1, ARRAY[1001])")),
    ("rows_are_of_this_change", "INSERT INTO rotation SELECT 'forged', change FROM head"),
    ("zone_rules_are_those_of_one_zone", zone("repeat('x', 65537)")),
    // With a change of their own, whose digest holds: rows that it does not cover, rows after it
    // was closed, and a second one.
    ("change_difference_fits", "\(change); \(row)"),
    ("rows_are_of_this_change", "\(change); SET CONSTRAINTS ALL IMMEDIATE; \(row)"),
    ("change_is_alone", "\(change); \(change)"),
  ]

  @Test(arguments: byEditors.indices)
  func `an editor forges no change and no row of before`(_ index: Int) async throws {
    let (constraint, sql) = Self.byEditors[index]
    let fixture = try await edited()
    let connection = try await fixture.connection(as: .editor)
    let error = await #expect(throws: PostgresError.self) { try await connection.script(sql) }
    guard case .server("23514", let found, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found == constraint)
    // And editing goes on.
    try await fixture.store().edit(.retire(at: nil), of: GiftID("rose"))
    await #expect(throws: Never.self) { try await fixture.store().archive() }
  }

  /// Statements about the rows of change 1.
  @Test(arguments: [
    ("change_versions_count_up", "UPDATE animation_version SET byte_count = 77"),
    ("change_versions_count_up", "UPDATE animation_version SET number = 5"),
    (
      "change_pictures_fit",
      """
      INSERT INTO version_picture
      SELECT gift, number, 1, NULL, repeat('a', 40), 1, asset, byte_count, 1, 1, asset, byte_count,
        1, 1, NULL FROM animation_version
      """
    ),
    ("change_rotations_have_plans", "INSERT INTO rotation VALUES ('spring', 1)"),
    (
      "change_plans_bring_versions",
      plan("lineup_version", "'{7}'").replacing("SET CONSTRAINTS ALL IMMEDIATE;", with: "")
    ),
  ])
  func `rows that contradict others are told at the end of a change`(
    _ name: String, _ sql: String
  ) async throws {
    let owner = try await edited().connection(as: .owner)
    #expect(
      try await owner.texts("SELECT (change_inconsistency(1) IS NULL)::text AS value") == ["true"])
    try await owner.script("SET session_replication_role = replica; \(sql)")
    #expect(try await owner.texts("SELECT change_inconsistency(1) AS value") == [name])
    await owner.close()
  }

  @Test(
    arguments: [
      "UPDATE head SET change = 1000", "UPDATE head SET at = '9999-01-01'",
      "UPDATE head SET digest = sha256('x')",
      """
      CREATE TEMPORARY TABLE forged (
        number bigint, at timestamptz, digest bytea, begins_anew boolean);
      CREATE TRIGGER forged AFTER INSERT ON forged REFERENCING NEW TABLE AS new_change
        FOR EACH STATEMENT EXECUTE FUNCTION changes_move_head();
      INSERT INTO forged SELECT change + 1, '9999-01-01', sha256('x'), false FROM head
      """,
    ])
  func `nobody moves the head but by a change`(_ sql: String) async throws {
    let connection = try await edited().connection(as: .editor)
    let error = await #expect(throws: PostgresError.self) { try await connection.script(sql) }
    guard case .server("42501", _, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    ("announcement_has_instants", "1, '-infinity'::timestamptz, 2"),
    ("announcement_is_in_order", "2, '2020-01-01'::timestamptz, 1"),
    ("announcement_is_in_order", "2, '2019-01-01'::timestamptz, 2"),
  ])
  func `a scheduler announces nothing that stops the others`(
    _ constraint: String, _ values: String
  ) async throws {
    let connection = try await edited().connection(as: .scheduler)
    let insert = { (values: String) in
      """
      INSERT INTO announcement (number, due_at, change, gift, event, version, announced_at)
      SELECT \(values), 'rose', 'went_off', 1, clock_timestamp()
      """
    }
    if values.hasPrefix("2") {
      try await connection.script(insert("1, '2020-01-01'::timestamptz, 2"))
    }
    let error = await #expect(throws: PostgresError.self) {
      try await connection.script(insert(values))
    }
    guard case .server("23514", constraint, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `an announcement that no plan makes is passed over, until it is overruled`()
    async throws
  {
    let fixture = try await edited()
    let (store, scheduler) = (fixture.store(), fixture.store(.scheduler))
    let connection = try await fixture.connection(as: .scheduler)
    try await connection.script(
      """
      INSERT INTO announcement (number, due_at, change, gift, event, version, announced_at)
      SELECT 1, clock_timestamp() - interval '1 minute', max(number), 'rose', 'went_live', 1,
        clock_timestamp() FROM change
      """)
    let past = try await store.events(of: nil, by: nil, at: .now, before: nil, limit: 9)
    #expect(past.announcements.isEmpty && past.broken == [.announcement(1)])
    #expect(try await scheduler.tick(nil, limit: 9).plan.strange == [1])
    // A later edit knows that it did not happen.
    try await store.edit(.add(1, price: 9), of: GiftID("rose"))
    let next = try await scheduler.tick(nil, limit: 9)
    #expect(next.outcome.announced.map(\.announcement.event) == [.overruled])
    #expect(next.plan.strange.isEmpty)
    let whole = try await store.events(of: nil, by: nil, at: .now, before: nil, limit: 9)
    #expect(whole.announcements.isEmpty && whole.broken.isEmpty)
    for store in [store, scheduler] { await store.close() }
    await connection.close()
  }

  /// A gift with a price that was changed, and a standing version that was taken off.
  private func edited() async throws -> StoreFixture {
    let fixture = try await StoreFixture.migrated()
    let rose = try GiftID("rose")
    try await fixture.store().edit(.add(1, price: 2), of: rose)
    try await fixture.store().edit(.add(1, price: 3), of: rose)
    let from = try await fixture.store().clock().hours(1)
    try await fixture.store().edit(
      .publish(nil, from: from, until: nil, replacing: .nothing), of: rose)
    try await fixture.store().edit(.rollBack(to: nil), of: rose)
    return fixture
  }

  /// A plan under the first change, with another value in a column.
  private static func plan(_ column: String, _ value: String) -> String {
    let columns = [
      "rotation": "'forged'", "since_change": "1", "zone": "sha256(convert_to(\(utc), 'UTF8'))",
      "anchor_local": "'2026-01-01'", "anchor_turn": "1", "cadence_count": "1",
      "cadence_unit": "'week'", "lineup_gift": "'{rose}'", "lineup_version": "'{1}'",
      "per_turn": "1", "lineup_position": "0", "first_turn": "1", "skipped_turn": "'{}'",
      "moved_turn": "'{}'", "moved_to": "'{}'", "swap_turn": "'{}'", "swap_out": "'{}'",
      "swap_in": "'{}'", "swap_version": "'{}'", "withdrawn_gift": "'{rose}'",
      "withdrawn_at": "'{2026-01-01}'", "carried_gift": "'{}'", "carried_version": "'{}'",
    ].merging([column: value]) { $1 }.sorted { $0.key < $1.key }
    return """
      \(zone(utc)); SET CONSTRAINTS ALL IMMEDIATE;
      INSERT INTO rotation_plan (\(columns.map(\.key).joined(separator: ", ")))
      VALUES (\(columns.map(\.value).joined(separator: ", ")))
      """
  }

  private static let utc = #"'{"firstOffsetSeconds":0,"name":"UTC","transitions":[]}'"#

  /// The rules of a zone under their digest.
  private static func zone(_ rules: String) -> String {
    "INSERT INTO zone_rules SELECT sha256(convert_to(\(rules), 'UTF8')), \(rules)"
  }

  /// A row of the newest change.
  private static let row = """
    INSERT INTO gift_change SELECT 'rose', change FROM head;
    UPDATE definition SET until_change = (SELECT change FROM head)
    WHERE gift = 'rose' AND until_change IS NULL
    """

  /// A change of one's own after the last one, which does nothing.
  private static let change = """
    INSERT INTO change (number, at, actor, login, verb, alters_catalogue, difference, digest)
    SELECT h.change + 1, t.at, 'ada', session_user, 'publish', false, d.difference,
      sha256(convert_to('gift catalogue, change, 1', 'UTF8') || '\\x0a'::bytea || (
        SELECT string_agg(
          convert_to(octet_length(convert_to(part, 'UTF8')) || ':' || part, 'UTF8'), ''::bytea
          ORDER BY place)
        FROM unnest(ARRAY[
          encode(h.digest, 'hex'), (h.change + 1)::text,
          to_char(t.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')
            || rtrim(rtrim(to_char(t.at AT TIME ZONE 'UTC', '.US'), '0'), '.') || 'Z',
          'ada', session_user, '', 'publish', '[]', encode(d.difference, 'hex')])
          WITH ORDINALITY AS p (part, place)))
    FROM head AS h, (SELECT clock_timestamp() AS at) AS t, (
      SELECT sha256(convert_to('gift catalogue, difference, 1', 'UTF8') || '\\x0a'::bytea)
        AS difference) AS d
    """

  /// A change after the last one, with something else in the place of a value.
  private static func insert(_ other: String, for value: String) -> String {
    """
    INSERT INTO change (number, at, actor, login, verb, alters_catalogue, digest)
    SELECT \(values.replacing(value, with: other)), sha256('x') FROM head
    """
  }
}
