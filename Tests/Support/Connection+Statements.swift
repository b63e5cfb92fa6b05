package import Postgres

extension Connection {
  /// Runs one statement in a transaction of its own and returns how many rows it touched.
  @discardableResult
  package func execute(
    _ statement: Statement, _ parameters: [Parameter] = [], deadline: Duration? = nil
  ) async throws(PostgresError) -> Int {
    try await query(statement, parameters, deadline: deadline) { $0.affected }
  }

  /// Runs one statement in a transaction of its own and returns what `read` makes of its rows.
  package func query<Answer: Sendable>(
    _ statement: Statement, _ parameters: [Parameter] = [], deadline: Duration? = nil,
    _ read: @Sendable (Rows) throws(PostgresError) -> Answer
  ) async throws(PostgresError) -> Answer {
    try await transaction(.readWrite, deadline: deadline, mapError: PostgresError.itself) {
      session in try read(try session.query(statement, parameters))
    }
  }

  /// Whether the role has the right to run `sql`, which is rolled back.
  package func may(_ sql: String) async throws(PostgresError) -> Bool {
    do {
      try await transaction(.readWrite, ending: .rollback, mapError: PostgresError.itself) {
        session in try session.script(sql)
      }
    } catch {
      guard case .server(let sqlState, _, _, _) = error else { throw error }
      // A right that is there shows by the constraint that stops an empty row.
      if sqlState.hasPrefix("23") { return true }
      guard sqlState == "42501" else { throw error }
      return false
    }
    return true
  }
}

extension Session {
  /// Runs a statement and returns its rows.
  package borrowing func query(
    _ statement: Statement, _ parameters: [Parameter] = []
  ) throws(PostgresError) -> Rows {
    try query([Call(statement, parameters)])[0]
  }

  /// Runs a statement and returns how many rows it touched.
  @discardableResult
  package borrowing func execute(
    _ statement: Statement, _ parameters: [Parameter] = []
  ) throws(PostgresError) -> Int {
    try query(statement, parameters).affected
  }
}

extension PostgresError {
  /// An error of a transaction in which nothing throws another one.
  package static func itself(_ error: any Error) -> PostgresError {
    guard let error = error as? PostgresError else { preconditionFailure("\(error)") }
    return error
  }
}
