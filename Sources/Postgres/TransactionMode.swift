/// What a transaction may do, and what it sees.
package enum TransactionMode: Sendable, Hashable {
  /// READ COMMITTED, READ WRITE: constraints and locks carry the invariants, not the isolation
  /// level.
  case readWrite

  /// REPEATABLE READ, READ ONLY: every statement sees one and the same snapshot.
  case readOnly

  func beginSQL(lockWait: Duration?) -> String {
    switch self {
    case .readWrite:
      // To the server, 0 would mean without end.
      "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
        + (lockWait.map { "; SET LOCAL lock_timeout = \(max(1, Int64($0 / .milliseconds(1))))" }
          ?? "")
    case .readOnly: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    }
  }
}

/// How a transaction ends whose body did not throw.
package enum Ending: Sendable, Hashable {
  /// COMMIT.
  case commit

  /// Deferred constraints are checked, then everything is rolled back: a dry run.
  case rollback
}
