import PostgresCluster
import Support

/// A path below `/tmp` where nothing is yet.
func temporaryFolder() -> String {
  "/tmp/gift-test-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
}

/// What `psql` prints for one statement.
func query(_ sql: String, database: String, in server: TestCluster) async throws -> String {
  let outcome = try await runProcess(
    try server.cluster.binariesFolder() + "/psql",
    ["--no-psqlrc", "-AtXc", sql, server.conninfo(database: database)])
  return outcome.outputText.trimmingSuffix("\n") + outcome.errorText
}

/// Waits until a process is gone, which tail(1) can do for one that is not our child.
func awaitEnd(of pid: Int32) async throws {
  _ = try await runProcess(
    "tail", ["--pid=\(pid)", "--sleep-interval=0.05", "-f", "/dev/null"], limit: .seconds(20))
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
