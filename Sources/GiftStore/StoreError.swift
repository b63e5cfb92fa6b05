package import GiftDomain
import Postgres

/// Why the store could not answer or write.
///
/// Never contains parameter values.
package enum StoreError: Error, Hashable, Sendable {
  /// The domain refuses the edit.
  case rejected(Rejection)
  /// The domain refuses commands of an edit with several subjects.
  case commandsRejected([CommandRejection])
  /// The database cannot be reached, or was lost before anything was committed.
  case unreachable(reason: String)
  /// The connection string can never be used.
  case misconfigured(reason: String)
  /// The commit was sent and not answered: it may have happened.
  case outcomeUnknown
  /// A wait limit passed: for a connection, a lock or an answer.
  case waitedTooLong(WaitKind)
  /// The database role may not do this.
  case notAllowed(statement: String)
  /// The database has no catalogue, or an older one than this program needs.
  case notMigrated
  /// The database is newer than this program.
  case migratedFurther(name: String)
  /// The text of an applied migration has changed.
  case migrationChanged(name: String)
  /// A migration is not recorded as applied, and cannot be applied to this schema.
  case migrationUnfit(name: String)
  /// The database's encoding is not UTF8, in which names of gifts are stored.
  case encodingUnfit(String)
  /// These roles may create in the catalogue's schema, and are not its owner.
  case schemaOpen(to: [String])
  /// The catalogue's schema holds functions or operators that are not the catalogue's.
  case schemaForeign(names: [String])
  /// The database's clock is behind the instant of a change by more than `StoreLimits.clockSkew`.
  case clockBehind(change: ChangeNumber, at: Timestamp, now: Timestamp)
  /// A constraint fails because of a concurrent edit.
  case constraintHolds(name: String)
  /// An inconsistent archive.
  case archiveBroken(ArchiveFault)
  /// A row is not a valid value of the domain: the database was edited by hand.
  case rowBroken(DomainError)
  /// The request needs a part with a row that this program did not write.
  case broken(BrokenPart)
  /// Any other error of the server.
  case unexpected(sqlState: String, statement: String, message: String)

  /// The reason for a wait.
  package enum WaitKind: String, Hashable, Sendable {
    /// A free connection of the pool.
    case connection
    /// The edits before this one.
    case lock
    /// The database's answer.
    case answer
  }
}

extension StoreError {
  /// The one place where lower errors are mapped: rows that the domain refuses were written by
  /// hand.
  init(of error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case let error as PostgresError: self.init(error)
    case let error as ArchiveFault: self = .archiveBroken(error)
    case let error as DomainError: self = .rowBroken(error)
    default: self = .unexpected(sqlState: "-", statement: "-", message: "\(error)")
    }
  }

  /// Whether it may come of a schema that this program does not fit.
  var mayBeOfAnotherSchema: Bool {
    switch self {
    case .notMigrated, .notAllowed: true
    default: false
    }
  }

  /// Maps a failure of the database.
  init(_ error: PostgresError) {
    switch error {
    case .unreachable(let reason): self = .unreachable(reason: Self.withoutQuestion(reason))
    case .misconfigured(let reason): self = .misconfigured(reason: reason)
    case .refusedAtConnect(let sqlState, let reason):
      self = Self.refused(sqlState: sqlState, reason: reason)
    case .deadlineExceeded: self = .unreachable(reason: "the server does not answer")
    case .outcomeUnknown: self = .outcomeUnknown
    case .poolExhausted: self = .waitedTooLong(.connection)
    case .closed: self = .unreachable(reason: "the connection is closed")
    case .server(let sqlState, let constraint, let statement, let message):
      self = Self.server(sqlState, constraint, statement, message)
    case .unexpectedShape(let statement, let column, let reason):
      self = .unexpected(sqlState: "-", statement: statement, message: "\(column): \(reason)")
    case .limitExceeded(let limit, let maximum):
      self = .unexpected(sqlState: "-", statement: "-", message: "\(limit) above \(maximum)")
    }
  }

  /// SQLSTATE codes: PostgreSQL's documentation, appendix A.
  private static func server(
    _ sqlState: String, _ constraint: String?, _ statement: String, _ message: String
  ) -> StoreError {
    switch sqlState {
    case "42P01", "42703", "42883", "3F000": .notMigrated
    // A missing role means a database without our migrations.
    case "22023" where statement.hasPrefix("BEGIN"): .notMigrated
    case "42501": .notAllowed(statement: statement)
    case "25006": .standby
    case "55P03": .waitedTooLong(.lock)
    // Statements are prepared on one connection, and run on another.
    case "42P05", "26000":
      .unreachable(reason: "it is behind a pooler of transactions, and sessions have to be pooled")
    case "57014": .waitedTooLong(.answer)
    case "40P01", "40001": .constraintHolds(name: "serialization")
    case "53100": .unreachable(reason: "the database's disk is full")
    case "53200", "53300", "53400": .unreachable(reason: "the database is out of resources")
    default:
      // Only conflicts with concurrent transactions: a unique or an exclusion constraint.
      if let constraint, ["23505", "23P01"].contains(sqlState) {
        .constraintHolds(name: constraint)
      } else {
        .unexpected(sqlState: sqlState, statement: statement, message: message)
      }
    }
  }

  private static func refused(sqlState: String?, reason: String) -> StoreError {
    switch sqlState {
    case "42501": .notAllowed(statement: "connect")
    case "3D000": .unreachable(reason: "the database does not exist")
    case "28000", "28P01": .unreachable(reason: "the login is refused")
    case "53300": .unreachable(reason: "it has too many connections")
    case "57P03": .unreachable(reason: "it is starting up or shutting down")
    default: .unreachable(reason: withoutQuestion(reason))
    }
  }

  /// libpq's message for an unreachable server, without its "Is the server running …?".
  private static func withoutQuestion(_ reason: String) -> String {
    guard let question = reason.firstRange(of: " Is the server running") else { return reason }
    return String(reason[..<question.lowerBound])
  }
}

/// Returns the result of `body`, and maps its error to a store error.
func failing<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
  do {
    return try body()
  } catch {
    throw StoreError(of: error)
  }
}
