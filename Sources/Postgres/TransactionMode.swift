/// What a transaction may do, and what it sees.
package enum TransactionMode: Sendable, Hashable {
  /// READ COMMITTED, READ WRITE: constraints and locks carry the invariants, not the isolation
  /// level.
  case readWrite

  /// REPEATABLE READ, READ ONLY: every statement sees one and the same snapshot.
  case readOnly

  /// What begins a transaction, as `role`, each with the name by which errors speak of it.
  ///
  /// The role is taken on here, not at start-up: what the server refuses is then never done, also
  /// behind a pooler that drops what was asked for at start-up, or hands another connection out.
  ///
  /// The server notices within a second that a connection was dropped in the middle of a statement,
  /// and frees its locks (PostgreSQL 14); one whose client fell silent between two statements would
  /// keep them for hours without the other limit.
  func opening(role: String?, lockWait: Duration?) -> [(name: String, sql: String)] {
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
    // To the server, 0 would mean without end.
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

/// A name as SQL takes it, whatever is in it.
func quoted(identifier: String) -> String {
  let doubled = identifier.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }
  return "\"" + doubled.joined() + "\""
}
