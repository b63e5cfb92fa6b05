/// An SQL statement with the name by which it is prepared and named in errors.
package struct Statement: Sendable, Hashable {
  /// Unique among the statements of the program, 1–56 bytes.
  package let name: String

  /// The text, with parameters as `$1`, `$2` and so on.
  package let sql: String

  /// Two statements of one name must have one text; a connection refuses to run on otherwise.
  package init(name: String, sql: String) {
    precondition(
      (1...PostgresLimits.statementNameBytes).contains(name.utf8.count),
      "a statement's name has 1 to \(PostgresLimits.statementNameBytes) bytes")
    self.name = name
    self.sql = sql
  }
}

/// A statement with values for its parameters.
package struct Call: Sendable {
  let statement: Statement
  let parameters: [Parameter]

  /// `parameters` are those of `$1`, `$2` and so on.
  package init(_ statement: Statement, _ parameters: [Parameter] = []) {
    self.statement = statement
    self.parameters = parameters
  }
}
