import GiftDomain
import GiftStore
import Postgres
import StoreSupport
import Support
import Testing

/// What a scheduler may do: insert announcements, and nothing else.
@Suite(.timeLimit(.minutes(5)))
struct SchedulerRoleTests {
  @Test func `the role inserts announcements and writes nothing else`() async throws {
    let connection = try await Shared.instance.connection()
    var found: [String] = []
    for write in try await Self.writes() where try await connection.may(write.sql) {
      found.append(write.name)
    }
    #expect(found == ["INSERT announcement", "UPDATE tick.is_tick"])
  }

  @Test(arguments: [
    "CREATE TABLE extra (id bigint)", "DROP TABLE announcement",
    "ALTER TABLE announcement DROP CONSTRAINT announcement_is_made_once",
    "ALTER TABLE announcement DISABLE TRIGGER ALL", "CREATE SCHEMA extra", "CREATE ROLE extra",
    "SELECT bytes FROM asset", "SELECT actor FROM change", "SELECT verb FROM change",
    "SELECT findings FROM animation_version", "SELECT gift FROM rotation_gift",
    "SELECT price FROM definition", "LOCK TABLE announcement IN ACCESS EXCLUSIVE MODE",
  ])
  func `the role changes no table, and sees no more than it needs`(sql: String) async throws {
    #expect(try await !Shared.instance.connection().may(sql))
  }

  @Test func `the role reads what announcements are computed from`() async throws {
    let connection = try await Shared.instance.connection()
    for table in ["availability", "rotation_plan", "gift_change", "announcement", "migration"] {
      #expect(try await connection.may("SELECT count(*) FROM \(table)"))
    }
    #expect(try await connection.may("SELECT number, at FROM change"))
  }

  @Test func `the store says not allowed to a scheduler who wants more`() async throws {
    let fixture = try await RotationFixture.migrated()
    let store = fixture.store()
    await #expect(throws: StoreError.notAllowed(statement: "asset_all")) {
      try await store.archive()
    }
    let spring = try RotationName("spring")
    let shape = RotationShape(
      zone: .utc, first: try LocalTime("2050-01-03 10:00"), cadence: try Cadence(1, .day),
      stay: nil, lineup: [], perTurn: 1, turnCount: nil, until: nil)
    await #expect(throws: StoreError.notAllowed(statement: "version_of_gifts")) {
      try await store.commit(
        [.addRotation(rotation: spring, shape: shape)],
        EditRequest(verb: .rotation, actor: try Actor("tester")))
    }
    #expect(try await store.rotations().rotations.isEmpty)
    await store.close()
  }

  @Test(arguments: [
    ("announcement_is_not_of_the_future", "1, '9998-01-01', 'rose', '9998-01-01'"),
    ("announcement_is_not_early", "1, '9998-01-01', 'rose', clock_timestamp()"),
    ("announcement_counts_up", "2, '2020-01-01', 'rose', clock_timestamp()"),
    (
      "announcement_counts_up",
      "1, '2020-01-01', 'rose', clock_timestamp()), "
        + "(3, '2020-01-02', 'rose', clock_timestamp()"
    ),
  ])
  func `the database refuses announcements of the future and out of number`(
    constraint: String, row: String
  ) async throws {
    let fixture = try await RotationFixture.holding { now in
      PastCatalogue(start: try now.hours(-1), gifts: ["rose"])
    }
    let connection = try await fixture.connection(as: .scheduler)
    let values = row.replacing("'rose',", with: "'rose', 'went_live', 1, 1,")
    let error = await #expect(throws: PostgresError.self) {
      try await connection.script(
        """
        INSERT INTO announcement (number, due_at, gift, event, version, change, announced_at)
        VALUES (\(values))
        """)
    }
    guard case .server("23514", let found, _, _) = error else {
      Issue.record("\(String(describing: error)) is no refusal")
      return
    }
    #expect(found == constraint)
    await connection.close()
  }

  @Test func `the database refuses announcements that were not made now`() async throws {
    let fixture = try await RotationFixture.holding { now in
      PastCatalogue(start: try now.hours(-1), gifts: ["rose"])
    }
    let connection = try await fixture.connection(as: .scheduler)
    let error = await #expect(throws: PostgresError.self) {
      try await connection.script(
        """
        INSERT INTO announcement
        VALUES (1, '2021-01-01', 'rose', 'went_live', 1, NULL, NULL, 1, '2021-01-01')
        """)
    }
    guard case .server("23514", "announcement_is_made_now", _, _) = error else {
      Issue.record("\(String(describing: error)) is no refusal")
      return
    }
    await connection.close()
  }

  @Test func `the reader announces nothing`() async throws {
    let store = try await RotationFixture.migrated().store(.reader)
    await #expect(throws: StoreError.notAllowed(statement: "announcement_last")) {
      try await store.tick(nil, limit: 1)
    }
    await store.close()
  }

  /// Every way to write every table.
  private static func writes() async throws -> [(name: String, sql: String)] {
    let owner = try await Shared.instance.connection(as: .owner)
    let tables = try await owner.texts(
      "SELECT tablename::text AS value FROM pg_tables WHERE schemaname = 'gift' ORDER BY 1")
    try #require(tables.count >= 11)
    let columns = try await owner.texts(
      """
      SELECT table_name || '.' || column_name AS value FROM information_schema.columns
      WHERE table_schema = 'gift' AND is_generated = 'NEVER' ORDER BY 1
      """)
    return tables.flatMap { table in
      [
        ("INSERT \(table)", "INSERT INTO \(table) DEFAULT VALUES"),
        ("DELETE \(table)", "DELETE FROM \(table)"),
        ("TRUNCATE \(table)", "TRUNCATE \(table) CASCADE"),
      ]
    }
      + columns.map { column in
        let parts = column.split(separator: ".")
        return ("UPDATE \(column)", "UPDATE \(parts[0]) SET \(parts[1]) = \(parts[1])")
      }
  }
}

/// A database that all of these leave as it is, and a connection for each role.
private actor Shared {
  static let instance = Shared()
  private var making: Task<RotationFixture, any Error>?
  private var opening: [StoreRole: Task<Connection, any Error>] = [:]

  func connection(as role: StoreRole = .scheduler) async throws -> Connection {
    let fixture = making ?? Task { try await RotationFixture.migrated() }
    making = fixture
    let task = opening[role] ?? Task { try await fixture.value.connection(as: role) }
    opening[role] = task
    return try await task.value
  }
}

extension Connection {
  /// The column `value` of every row.
  fileprivate func texts(_ sql: String) async throws(PostgresError) -> [String] {
    let name = "ask-\(UInt32(truncatingIfNeeded: sql.hashValue))"
    return try await query(Statement(name: name, sql: sql)) { rows throws(PostgresError) in
      try rows.map { row throws(PostgresError) in try row.text("value") }
    }
  }
}
