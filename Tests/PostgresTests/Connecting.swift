import Glibc
import Postgres
import Support
import Synchronization
import Testing

/// Settings for a fresh database of the shared cluster.
func freshDatabase() async throws -> ConnectionSettings {
  ConnectionSettings(
    conninfo: try await TestCluster.shared().createDatabase(), applicationName: "tests")
}

/// Settings for the shared cluster's database `postgres`, which no test writes to.
func anyDatabase() async throws -> ConnectionSettings {
  ConnectionSettings(
    conninfo: try await TestCluster.shared().conninfo(database: "postgres"),
    applicationName: "tests")
}

/// A connection to a database of its own, with an empty table.
func garden() async throws -> Connection {
  let connection = try await Connection.open(try await freshDatabase())
  try await connection.script(
    "CREATE TABLE flower (id int8 CONSTRAINT flower_is_unique PRIMARY KEY, name text)")
  return connection
}

extension Connection {
  /// A transaction whose errors are those of the module.
  func transaction<R: Sendable>(
    _ mode: TransactionMode = .readWrite, ending: TransactionEnd = .commit,
    deadline: Duration? = nil,
    _ body: @Sendable (borrowing Session) throws -> R
  ) async throws(PostgresError) -> R {
    try await transaction(
      mode, ending: ending, deadline: deadline, mapError: PostgresError.itself, body)
  }

  /// The first row's column `value`.
  func int(_ sql: String, _ parameters: [Parameter] = []) async throws(PostgresError) -> Int64 {
    let statement = Statement(name: "int-\(UInt32(truncatingIfNeeded: sql.hashValue))", sql: sql)
    return try await query(statement, parameters) { rows throws(PostgresError) in
      try rows[0].int("value")
    }
  }

  /// Runs statements of one text.
  func script(_ sql: String) async throws(PostgresError) {
    try await transaction { session in try session.script(sql) }
  }

  /// The process that serves this connection.
  func backendPID() async throws(PostgresError) -> Int32 {
    Int32(try await int("SELECT pg_backend_pid() AS value"))
  }

  /// Asks again and again until the answer to `sql` is `wanted`; the test's own limit bounds it.
  func awaitInt(_ wanted: Int64, _ sql: String) async throws {
    while try await int(sql) != wanted { try Task.checkCancellation() }
  }
}

extension Pool {
  /// A transaction whose errors are those of the module.
  func transaction<R: Sendable>(
    _ mode: TransactionMode = .readWrite, deadline: Duration? = nil,
    _ body: @Sendable (borrowing Session) throws -> R
  ) async throws(PostgresError) -> R {
    try await transaction(mode, deadline: deadline, mapError: PostgresError.itself, body)
  }

  /// The process that serves whichever connection comes.
  func backendPID(_ mode: TransactionMode = .readOnly) async throws(PostgresError) -> Int64 {
    try await transaction(mode) { session in
      try session.query(Statement(name: "pid", sql: "SELECT pg_backend_pid() AS pid"))[0].int("pid")
    }
  }
}

/// An error of the module, among others.
func anyError(_ error: PostgresError) -> any Error { error }

/// Numbers in the order in which tasks noted them.
final class Notes: Sendable {
  private let notes = Mutex<[Int]>([])

  var all: [Int] { notes.withLock { $0 } }

  func add(_ number: Int) { notes.withLock { $0.append(number) } }
}

/// The error that `call` throws, which has to be one of the module's.
func failure<R>(of call: () async throws -> R) async -> PostgresError? {
  await #expect(throws: PostgresError.self) { try await call() }
}

/// Runs `body` while a process of the server hangs, and lets it go on afterwards.
@discardableResult
func whileStopped<R>(_ pid: Int32, _ body: () async throws -> R) async throws -> R {
  try #require(kill(pid, SIGSTOP) == 0)
  defer { kill(pid, SIGCONT) }
  return try await body()
}
