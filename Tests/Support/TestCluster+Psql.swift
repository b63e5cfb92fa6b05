import PostgresCluster

extension TestCluster {
  /// What `psql` prints for statements that it runs as the superuser, also such as no transaction
  /// takes.
  ///
  /// - Throws: `TestClusterError.statementFailed`.
  @discardableResult
  package func psql(_ sql: String, in conninfo: String) async throws -> String {
    let outcome = try await runProcess(
      try cluster.binariesFolder() + "/psql",
      ["--no-psqlrc", "-v", "ON_ERROR_STOP=1", "-AtqXc", sql, conninfo])
    guard outcome.status == .exited(0) else {
      throw TestClusterError.statementFailed(output: outcome.errorText)
    }
    return outcome.outputText
  }
}
