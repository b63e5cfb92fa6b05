/// What a transaction may do, and what it sees.
package enum TransactionMode: Sendable, Hashable {
  /// READ COMMITTED, READ WRITE: constraints and locks carry the invariants, not the isolation
  /// level.
  case readWrite

  /// REPEATABLE READ, READ ONLY: every statement sees one and the same snapshot.
  case readOnly

  /// What begins a transaction, as `role`.
  ///
  /// The role is taken on here, not at start-up: what the server refuses is then never done, also
  /// behind a pooler that drops what was asked for at start-up, or hands another connection out.
  func beginSQL(role: String?, lockWait: Duration?) -> String {
    let taking = role.map { "; SET LOCAL ROLE \(quoted(identifier: $0))" } ?? ""
    switch self {
    case .readWrite:
      // To the server, 0 would mean without end.
      let waiting =
        lockWait.map { "; SET LOCAL lock_timeout = \(max(1, Int64($0 / .milliseconds(1))))" } ?? ""
      return "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE" + taking + waiting
    case .readOnly: return "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" + taking
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

/// A name as SQL takes it, whatever is in it.
func quoted(identifier: String) -> String {
  "\"" + identifier.replacing("\"", with: "\"\"") + "\""
}
