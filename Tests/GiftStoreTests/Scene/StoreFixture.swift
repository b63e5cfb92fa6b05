import GiftStore
import Postgres
import PostgresCluster
import StoreSupport
import Support

/// A database of one test's own, and stores and connections over it.
struct StoreFixture: Sendable {
  let cluster: TestCluster
  let database: String

  /// A copy of a database that was migrated once for the whole run.
  static func migrated() async throws -> StoreFixture {
    let cluster = try await TestCluster.shared()
    return StoreFixture(
      cluster: cluster, database: try await cluster.createMigratedDatabaseNamed())
  }

  /// A migrated database for all tests that leave it as it is.
  static func untouched() async throws -> StoreFixture { try await Untouched.instance.fixture() }

  /// A connection to it that many share, one transaction after the other.
  static func untouchedConnection(as role: StoreRole = .owner) async throws -> Connection {
    try await Untouched.instance.connection(as: role)
  }

  /// A database without our tables, in a cluster that may know our roles.
  static func empty() async throws -> StoreFixture {
    let cluster = try await TestCluster.shared()
    return StoreFixture(cluster: cluster, database: try await cluster.createDatabaseNamed())
  }

  /// A store over the database; `user` is the login.
  func store(
    _ role: StoreRole = .editor, user: String = "postgres", limits: StoreLimits = .standard
  ) -> GiftStore {
    GiftStore(
      conninfo: cluster.cluster.conninfo(database: database, user: user), role: role,
      applicationName: "tests", limits: limits)
  }

  /// A connection of the superuser that acts in the store's role.
  func connection(as role: StoreRole = .owner) async throws -> Connection {
    try await Connection.open(settings(as: role))
  }

  /// How a connection of the superuser is made that acts in the store's role.
  func settings(as role: StoreRole = .owner) -> ConnectionSettings {
    .tables(of: cluster.conninfo(database: database), role: role.databaseRole)
  }

  /// Runs a text of statements as the superuser.
  func script(_ sql: String) async throws {
    let connection = try await connection()
    try await connection.script(sql)
    await connection.close()
  }
}

/// A copy that tests share which leave it as it is, and one connection to it for each role: a
/// hundred cases at once would need more connections than a server takes.
private actor Untouched {
  static let instance = Untouched()
  private var making: Task<StoreFixture, any Error>?
  private var opening: [StoreRole: Task<Connection, any Error>] = [:]

  func fixture() async throws -> StoreFixture {
    let task = making ?? Task { try await StoreFixture.migrated() }
    making = task
    return try await task.value
  }

  func connection(as role: StoreRole) async throws -> Connection {
    let task = opening[role] ?? Task { try await fixture().connection(as: role) }
    opening[role] = task
    return try await task.value
  }
}

extension Connection {
  /// A transaction whose errors are those of the module.
  func transaction<R: Sendable>(
    ending: TransactionEnd = .commit,
    _ body: @Sendable (borrowing Session) throws -> R
  ) async throws(PostgresError) -> R {
    try await transaction(.readWrite, ending: ending, mapError: PostgresError.itself, body)
  }

  /// Runs statements of one text in one transaction.
  func script(_ sql: String) async throws(PostgresError) {
    try await transaction { session in
      try session.script(sql)
    }
  }

  /// The column `value` of every row, as text.
  func texts(_ sql: String) async throws(PostgresError) -> [String] {
    try await query(Statement(asking: sql)) { rows throws(PostgresError) in
      try rows.map { row throws(PostgresError) in try row.text("value") }
    }
  }

  /// The first row's column `value`.
  func int(_ sql: String) async throws(PostgresError) -> Int64 {
    try await query(Statement(asking: sql)) { rows throws(PostgresError) in
      try rows[0].int("value")
    }
  }

  /// Asks again and again until the answer to `sql` is `wanted`; the test's own limit bounds it.
  func awaitInt(_ wanted: Int64, _ sql: String) async throws {
    while try await int(sql) != wanted { try Task.checkCancellation() }
  }
}

extension Statement {
  /// Another name for every text.
  fileprivate init(asking sql: String) {
    self.init(name: "ask-\(UInt32(truncatingIfNeeded: sql.hashValue))", sql: sql)
  }
}
