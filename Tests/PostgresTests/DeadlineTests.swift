import Glibc
import Postgres
import Support
import Testing

/// A call is over when its deadline has passed, whatever the server does.
@Suite(.timeLimit(.minutes(1)))
struct DeadlineTests {
  private let one = Statement(name: "one", sql: "SELECT 1 AS value")
  private let deadline = Duration.milliseconds(300)
  private let patience = Duration.seconds(10)

  @Test func `a slow statement is given up, and the server gives it up too`() async throws {
    let settings = try await anyDatabase()
    let connection = try await Connection.open(settings)
    let observer = try await Connection.open(settings)
    let pid = try await connection.backendPID()
    let slow = Statement(name: "slow", sql: "SELECT pg_sleep(60)")
    try await expectInTime(.deadlineExceeded(statement: "slow")) {
      try await connection.transaction(deadline: deadline) { session in
        try session.execute(slow)
      }
    }
    #expect(await !connection.isUsable)
    try await observer.awaitInt(
      0, "SELECT count(*) AS value FROM pg_stat_activity WHERE pid = \(pid)")
  }

  @Test func `a hung server ends BEGIN and what goes with it in time`() async throws {
    let connection = try await Connection.open(try await anyDatabase())
    try await whileStopped(try await connection.backendPID()) {
      try await expectInTime(.deadlineExceeded(statement: "one")) {
        try await connection.transaction(deadline: deadline) { try $0.query(one).count }
      }
    }
  }

  @Test func `a hung server ends a statement in time`() async throws {
    let connection = try await Connection.open(try await anyDatabase())
    let pid = try await connection.backendPID()
    defer { kill(pid, SIGCONT) }
    try await expectInTime(.deadlineExceeded(statement: "one")) {
      try await connection.transaction(deadline: deadline) { session in
        kill(pid, SIGSTOP)
        return try session.query(one).count
      }
    }
  }

  @Test func `a hung server ends the sending of five megabytes in time`() async throws {
    let connection = try await Connection.open(try await anyDatabase())
    let length = Statement(name: "length", sql: "SELECT length($1) AS value")
    try await connection.execute(length, [.bytes([])])
    let big = [UInt8](repeating: 7, count: 5 * 1024 * 1024)
    let pid = try await connection.backendPID()
    defer { kill(pid, SIGCONT) }
    try await expectInTime(.deadlineExceeded(statement: "length")) {
      try await connection.transaction(deadline: deadline) { session in
        kill(pid, SIGSTOP)
        return try session.execute(length, [.bytes(big)])
      }
    }
  }

  @Test func `a later call says that the connection is lost`() async throws {
    let connection = try await Connection.open(try await anyDatabase())
    try await whileStopped(try await connection.backendPID()) {
      try await expectInTime(.deadlineExceeded(statement: "one")) {
        try await connection.transaction(deadline: deadline) { try $0.query(one).count }
      }
    }
    let reason = "an earlier call lost the connection"
    await #expect(throws: PostgresError.unreachable(reason: reason)) {
      try await connection.transaction { try $0.query(one).count }
    }
    await connection.close()
  }

  @Test func `a closed connection says so`() async throws {
    let connection = try await Connection.open(try await anyDatabase())
    await connection.close()
    #expect(await !connection.isUsable)
    await #expect(throws: PostgresError.closed) { try await connection.transaction { _ in } }
  }

  @Test func `waiting connections leave Swift's threads free`() async throws {
    let settings = try await anyDatabase()
    let holder = try await Connection.open(settings)
    let count = 20
    let lock = Statement(name: "lock", sql: "SELECT pg_advisory_xact_lock(20)")
    try await holder.execute(Statement(name: "hold", sql: "SELECT pg_advisory_lock(20)"))
    try await withThrowingTaskGroup { group in
      for _ in 0..<count {
        group.addTask {
          let connection = try await Connection.open(settings)
          try await connection.transaction { session in
            _ = try session.execute(lock)
          }
        }
      }
      // Were each of them to block one of Swift's threads, nobody could let them go on.
      try await holder.awaitInt(
        Int64(count),
        """
        SELECT count(*) AS value FROM pg_locks
        WHERE objid = 20 AND locktype = 'advisory' AND NOT granted
        """
      )
      try await holder.execute(
        Statement(name: "release", sql: "SELECT pg_advisory_unlock(20)"))
      try await group.waitForAll()
    }
  }

  private func expectInTime<R>(
    _ expected: PostgresError, _ call: () async throws -> R
  ) async throws {
    let start = ContinuousClock.now
    await #expect(throws: expected) { try await call() }
    let took = ContinuousClock.now - start
    #expect(took >= deadline)
    #expect(took < patience)
  }
}
