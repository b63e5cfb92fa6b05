import GiftDomain
import GiftSQL
import Postgres
import Support
import Testing

@testable import GiftStore

/// How many rows a statement looks at in a long history: as many as it is about, by the indexes
/// that its header names.
@Suite(.timeLimit(.minutes(5)))
struct RowsReadTests {
  /// So many changes, each of which touches three gifts and makes a plan.
  private static let changes: Int64 = 2_000

  /// A statement, what it is asked about, the most rows and entries of indexes that it may read,
  /// and indexes by which it finds them.
  struct Asked: Sendable, CustomTestStringConvertible {
    let file: SQLFile
    let parameters: [Parameter]
    let most: Int64
    let indexes: Set<String>

    init(_ file: SQLFile, _ parameters: [Parameter], most: Int64, by indexes: Set<String>) {
      self.file = file
      self.parameters = parameters
      self.most = most
      self.indexes = indexes
    }

    var testDescription: String { "\(file.name), at most \(most)" }
  }

  private static let listed: Set = ["gift_change_by_change", "rotation_plan_by_change"]

  @Test(arguments: [
    // A change, its gifts twice, and its plan: eight for each line.
    Asked(SQL.changeList, [.int(.max), .int(10), .null], most: 90, by: listed),
    Asked(SQL.changeList, [.int(1_000), .int(10), .null], most: 90, by: listed),
    Asked(SQL.changeList, [.int(.max), .int(10_000), .null], most: 9 * changes, by: listed),
    Asked(
      SQL.changeListOfGift, [.text("rose"), .int(.max), .int(10_000), .null], most: 9 * changes,
      by: ["rotation_plan_by_change"]),
    Asked(
      SQL.giftChangeBetween, [.int(changes - 2), .int(.max), .int(.max)], most: 12,
      by: ["gift_change_by_change"]),
    // The planner itself looks at the ends of indexes.
    Asked(
      SQL.rotationPlanExistsBetween, [.int(changes - 2), .int(.max)], most: 6,
      by: ["rotation_plan_by_change"]),
    Asked(
      SQL.rotationPlanExistsBetween, [.int(changes), .int(.max)], most: 6,
      by: ["rotation_plan_by_change"]),
    Asked(
      SQL.rotationPlanExistsBetween, [.int(1_000), .int(1_001)], most: 6,
      by: ["rotation_plan_by_change"]),
    Asked(SQL.undoList, [.int(changes - 150)], most: 6, by: ["change_that_undoes"]),
    Asked(SQL.changeLast, [], most: 6, by: ["change_pkey"]),
    Asked(SQL.changeLastAltering, [.int(1_000)], most: 6, by: ["change_that_alters"]),
    Asked(SQL.changeInstant, [.int(1_000)], most: 6, by: ["change_pkey"]),
    Asked(SQL.changeNextInstant, [.int(1_000)], most: 6, by: ["change_pkey"]),
    Asked(
      SQL.changeAtInstant, [.timestamp(1_000_000_000)], most: 6, by: ["change_by_instant"]),
    Asked(SQL.historyPosition, [.int(1_000)], most: 8, by: ["change_pkey"]),
    Asked(
      SQL.giftChangeOfGifts, [.textArray(["rose"])], most: changes + 6, by: ["gift_change_pkey"]),
  ])
  func `a statement reads what it is about, however long the history is`(
    asked: Asked
  ) async throws {
    let store = try await StoreFixture.store(afterChanges: Self.changes)
    let (rows, scans) = try await store.reading { session in
      let rows = try session.rows(asked.file, asked.parameters) { _ in () }.count
      return (rows, try session.scans())
    }
    #expect(rows > 0)
    #expect(scans.values.reduce(0, +) <= asked.most)
    #expect(asked.indexes.subtracting(scans.keys) == [])
    await store.close()
  }
}

extension StoreFixture {
  /// A store over a database with so many changes, a second from each to the next since the epoch,
  /// every hundredth of which undoes another.
  fileprivate static func store(afterChanges changes: Int64) async throws -> GiftStore {
    let fixture = try await migrated()
    let store = fixture.store()
    try await store.add(["heart", "rose", "star"])
    let zone = try #require(try await store.zone(london))
    try await store.plan(try .weekly(["heart", "rose", "star"], in: zone))
    try await fixture.script(
      """
      SET LOCAL session_replication_role = replica;
      UPDATE change SET at = to_timestamp(number);
      INSERT INTO change (number, at, actor, verb, alters_catalogue, login, commands, digest)
      SELECT number, to_timestamp(number), 'tester',
        CASE WHEN number % 100 = 0 THEN 'undo' ELSE 'rotation' END, number % 10 = 0, 'tester',
        CASE WHEN number % 100 = 0 THEN json_build_array(
          json_build_object('undo', json_build_object('change', number - 1))) ELSE '[]' END,
        sha256(number::text::bytea)
      FROM generate_series(3, \(changes)) AS number;
      INSERT INTO gift_change SELECT id, number FROM gift, generate_series(2, \(changes)) AS number
      ON CONFLICT DO NOTHING;
      INSERT INTO rotation_plan
      SELECT (jsonb_populate_record(p, jsonb_build_object('since_change', number))).*
      FROM rotation_plan AS p, generate_series(1, \(changes)) AS number WHERE number <> 2;
      UPDATE head SET (change, at, digest) =
        (SELECT number, at, digest FROM change ORDER BY number DESC LIMIT 1);
      ANALYZE
      """)
    await store.close()
    // Over another connection: what one has read is counted until it reports it, now and then.
    return fixture.store()
  }
}

extension Session {
  /// The tables and indexes that a connection has scanned so far, each with the rows or entries
  /// that came of it.
  fileprivate func scans() throws -> [String: Int64] {
    let sql = """
      SELECT relname::text AS name, pg_stat_get_xact_tuples_returned(oid) AS count FROM pg_class
      WHERE relnamespace = 'gift'::regnamespace AND relkind IN ('r', 'i')
        AND pg_stat_get_xact_numscans(oid) > 0
      """
    return Dictionary(
      uniqueKeysWithValues: try query(Statement(name: "scans", sql: sql)).map { row in
        (try row.text("name"), try row.int("count"))
      })
  }
}
