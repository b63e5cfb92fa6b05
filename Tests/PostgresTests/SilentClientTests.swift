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
    // Not one of our transactions, which would end with their deadline.
    try await silent.execute(Statement(name: "begin", sql: "BEGIN"))
    try await silent.execute(Statement(name: "lock", sql: "SELECT pg_advisory_xact_lock(1)"))
    let other = try await Connection.open(settings)
    let limit = Duration.seconds(PostgresLimits.idleInTransactionSeconds)
    let lock = Statement(name: "lock", sql: "SELECT pg_advisory_xact_lock(1)")
    let start = ContinuousClock.now
    try await other.execute(lock, deadline: limit * 5)
    #expect(ContinuousClock.now - start > limit / 2)
    await #expect(throws: PostgresError.self) {
      try await silent.execute(Statement(name: "one", sql: "SELECT 1"))
    }
  }
}
