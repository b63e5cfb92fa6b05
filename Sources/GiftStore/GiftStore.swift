// GiftStore is the catalogue's repository: rows in, domain values out, and one way to write. Only
// it knows PostgreSQL and the SQL files; it decides nothing that a pure function can decide, and
// must not know files, HTTP or the command line.

package import GiftDomain
import Postgres

/// The catalogue in a PostgreSQL database.
package struct GiftStore: Sendable {
  /// Where names are looked up: in PostgreSQL's own schema, in the catalogue's, in which only its
  /// owner creates, and last among temporary tables, so that nothing that others make is found.
  package static let searchPath = ["pg_catalog", "gift", "pg_temp"]

  let pool: Pool
  let limits: StoreLimits
  let settings: ConnectionSettings
  let role: StoreRole

  /// A store over the database that `conninfo` names (libpq's keyword or URI form; empty: libpq's
  /// own `PG…` environment).
  ///
  /// Opens no connection yet. `login` is shared by all stores of the process. One that `onlyReads`
  /// takes a standby where no host takes writes.
  package init(
    conninfo: String, role: StoreRole, applicationName: String, limits: StoreLimits = .standard,
    login: DatabaseLogin? = nil, onlyReads: Bool = false
  ) {
    self.limits = limits
    self.role = role
    var settings = ConnectionSettings(
      conninfo: conninfo, applicationName: applicationName, role: role.databaseRole,
      connectDeadline: limits.connectDeadline, callDeadline: limits.callDeadline)
    settings.searchPath = Self.searchPath
    settings.login = login?.login
    settings.lockWait = limits.lockWait
    settings.readLockWait = limits.readLockWait
    settings.prefersPrimary = role != .reader
    settings.onlyReads = onlyReads
    self.settings = settings
    pool = Pool(settings, limit: limits.connections, waitLimit: limits.poolWait)
  }

  /// Closes the connections.
  ///
  /// Safe to call twice.
  package func close() async { await pool.close() }

  /// The current numbers of its connections.
  package func connections() async -> StoreConnections { await pool.statistics }

  /// Whether a standby is read, as far as is known.
  package var isOnStandby: Bool { get async { await pool.isOnStandby } }

  /// The database's clock.
  package func clock() async throws(StoreError) -> Timestamp {
    try await reading { session in try session.clock() }
  }

  /// One read-only transaction that sees one state of the database.
  func reading<Answer: Sendable>(
    _ body: @Sendable (borrowing Session) throws -> Answer
  ) async throws(StoreError) -> Answer {
    try await transaction(.readOnly, deadline: limits.callDeadline, body)
  }

  /// One transaction; whatever fails in it becomes an error of the store.
  func transaction<Answer: Sendable>(
    _ mode: TransactionMode, ending: TransactionEnd = .commit, deadline: Duration,
    _ body: @Sendable (borrowing Session) throws -> Answer
  ) async throws(StoreError) -> Answer {
    do throws(StoreError) {
      return try await pool.transaction(
        mode, ending: ending, deadline: deadline, mapError: StoreError.init(of:), body)
    } catch let error where error.mayBeOfAnotherSchema {
      throw try await reason(for: error)
    }
  }

  /// What is missing, a table, a column or a right, may be what a migration brings, or what one of
  /// a newer program has removed.
  private func reason(for error: StoreError) async throws(StoreError) -> StoreError {
    do throws(StoreError) {
      let pending = try await pool.transaction(
        .readOnly, deadline: limits.callDeadline, mapError: StoreError.init(of:)
      ) { session in try session.pendingMigrations() }
      return pending.isEmpty ? error : .notMigrated
    } catch .notAllowed {
      return error
    }
  }
}

/// The connections of a store at an instant, without listening ones: how many are open or opening,
/// how many of these are idle, and how many tasks wait for one.
package typealias StoreConnections = (open: Int, idle: Int, waiting: Int)
