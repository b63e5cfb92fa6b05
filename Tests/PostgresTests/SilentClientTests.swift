import Dispatch
import Postgres
import Support
import Testing

@Suite(.timeLimit(.minutes(2)))
struct SilentClientTests {
  @Test func `a client that falls silent in a transaction does not keep its locks for ever`()
    async throws
  {
    let settings = try await freshDatabase()
    let silent = try await Connection.open(settings)
    let other = try await Connection.open(settings)
    let limit = Duration.seconds(PostgresLimits.idleInTransactionSeconds)
    let lock = Statement(name: "lock", sql: "SELECT pg_advisory_xact_lock(1)")
    let isGiven = DispatchSemaphore(value: 0)
    async let silence = failure {
      try await silent.transaction(deadline: limit * 5) { session in
        try session.execute(lock)
        // Says nothing, on a thread of the connection's own.
        isGiven.wait()
        try session.execute(Statement(name: "one", sql: "SELECT 1"))
      }
    }
    try await other.awaitInt(
      1,
      """
      SELECT count(*) AS value FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE datname = current_database() AND locktype = 'advisory' AND granted
      """)
    let start = ContinuousClock.now
    try await other.execute(lock, deadline: limit * 5)
    #expect(ContinuousClock.now - start > limit / 2)
    isGiven.signal()
    #expect(await silence != nil)
  }
}
