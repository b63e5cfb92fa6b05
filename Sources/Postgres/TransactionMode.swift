/// What a transaction may do, and what it sees.
package enum TransactionMode: Sendable, Hashable {
  /// READ COMMITTED, READ WRITE: constraints and locks carry the invariants, not the isolation
  /// level.
  case readWrite

  /// REPEATABLE READ, READ ONLY: every statement sees one and the same snapshot.
  case readOnly

  /// The statements that begin a transaction as `role`, each with its name in errors.
  ///
  /// Role and search path are set here, not at start-up, so that a refusal stops the transaction,
  /// even with a pooler that drops start-up options, or switches connections. They are sent before
  /// all statements that look up a name.
  ///
  /// The server notices within a second that a connection was dropped in the middle of a statement,
  /// and frees its locks (PostgreSQL 14); one whose client fell silent between two statements would
  /// keep them for hours without the other limit.
  func opening(
    role: String?, searchPath: [String], lockWait: Duration?
  ) -> [(name: String, sql: String)] {
    let idle = PostgresLimits.idleInTransactionSeconds
    var parts = [
      (
        "BEGIN",
        self == .readWrite
          ? "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
          : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
      ),
      ("BEGIN", "SET LOCAL client_connection_check_interval = '1s'"),
      ("BEGIN", "SET LOCAL idle_in_transaction_session_timeout = '\(idle)s'"),
    ]
    if let role { parts.append(("BEGIN as \(role)", "SET LOCAL ROLE \(quoted(identifier: role))")) }
    if !searchPath.isEmpty {
      let schemas = searchPath.map(quoted(identifier:)).joined(separator: ", ")
      parts.append(("BEGIN", "SET LOCAL search_path = \(schemas)"))
    }
    // For the server, 0 would mean no limit.
    if let lockWait {
      let wait = max(1, Int64(lockWait / .milliseconds(1)))
      parts.append(("BEGIN", "SET LOCAL lock_timeout = \(wait)"))
    }
    return parts
  }
}

/// How a transaction ends whose body did not throw.
package enum TransactionEnd: Sendable, Hashable {
  /// COMMIT.
  case commit

  /// Deferred constraints are checked, then everything is rolled back: a dry run.
  case rollback
}

/// A name quoted as an SQL identifier.
func quoted(identifier: String) -> String {
  let doubled = identifier.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }
  return "\"" + doubled.joined() + "\""
}
