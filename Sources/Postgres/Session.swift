/// The inside of a transaction, borrowed by its body, from which it cannot escape.
///
/// The transaction begins with the first call, in the same exchange. Every call runs under the one
/// deadline of the whole transaction, and after an error of the server nothing but the end of the
/// transaction works.
package struct Session: ~Copyable {
  let link: Link
  let deadline: Deadline
  let last: LastCalls

  /// Runs statements one after the other, in one exchange with the server, and returns the rows of
  /// each.
  ///
  /// After a refused one, none is run.
  ///
  /// - Throws: `server`, `deadlineExceeded`, `unreachable`, `limitExceeded`.
  package borrowing func query(_ calls: [Call]) throws(PostgresError) -> [Rows] {
    try link.run(calls, until: deadline)
  }

  /// Runs statements when the body has returned, in one exchange with COMMIT, so that locks are
  /// held for one round trip less.
  ///
  /// They are the last of a writing transaction that commits; if one is refused, nothing is stored.
  package borrowing func runLast(_ calls: [Call]) { last.calls = calls }

  /// Runs a text of several statements without parameters, such as a migration.
  ///
  /// Errors name it `script`. It must not end the transaction.
  ///
  /// - Throws: `server`, `deadlineExceeded`, `unreachable`.
  package borrowing func script(_ sql: String) throws(PostgresError) {
    _ = try link.run([], until: deadline)
    _ = try link.runSimple(sql, name: "script", until: deadline)
  }

  /// What the server infers of a statement's parameters and result, without running it.
  ///
  /// - Throws: as `query`.
  package borrowing func describe(_ statement: Statement) throws(PostgresError) -> StatementShape {
    _ = try link.run([], until: deadline)
    return try link.describe(statement, until: deadline)
  }
}

/// The statements that a transaction ends with.
final class LastCalls {
  var calls: [Call] = []
}
