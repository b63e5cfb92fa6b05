import Postgres
import Support
import Testing

/// A pool is bounded, fair, and recovers by itself.
@Suite(.timeLimit(.minutes(1)))
struct PoolTests {
  @Test func `no more connections are made than the limit`() async throws {
    let pool = Pool(try await anyDatabase(), limit: 3, waitLimit: .seconds(30))
    let pids = try await withThrowingTaskGroup(of: Int64.self) { group in
      for _ in 0..<30 { group.addTask { try await pool.backendPID() } }
      return try await group.reduce(into: Set<Int64>()) { $0.insert($1) }
    }
    #expect((1...3).contains(pids.count))
    let statistics = await pool.statistics
    #expect(statistics.open == pids.count)
    #expect(statistics.idle == pids.count)
    #expect(statistics.waiting == 0)
  }

  @Test func `who waits longer than the limit gives up`() async throws {
    let limit = Duration.milliseconds(100)
    let pool = Pool(try await anyDatabase(), limit: 1, waitLimit: limit)
    try await pool.withConnection(mapError: PostgresError.itself) { _ throws(PostgresError) in
      do throws(PostgresError) {
        _ = try await pool.backendPID()
        Issue.record("two connections")
      } catch {
        guard case .poolExhausted(let waited) = error else { throw error }
        #expect(waited >= limit)
        #expect(waited < .seconds(20))
      }
    }
    #expect(try await pool.backendPID() > 0)
  }

  @Test func `who came first is served first`() async throws {
    let pool = Pool(try await anyDatabase(), limit: 1, waitLimit: .seconds(30))
    let served = Notes()
    try await withThrowingTaskGroup { group in
      try await pool.withConnection(mapError: anyError) { _ in
        for number in 1...5 {
          group.addTask {
            try await pool.transaction { _ in served.add(number) }
          }
          while await pool.statistics.waiting < number { await Task.yield() }
        }
      }
      try await group.waitForAll()
    }
    #expect(served.all == [1, 2, 3, 4, 5])
  }

  @Test func `a cancelled task waits no longer and takes no place`() async throws {
    let pool = Pool(try await anyDatabase(), limit: 1, waitLimit: .seconds(30))
    try await pool.withConnection(mapError: anyError) { _ in
      await withTaskGroup { group in
        group.addTask {
          let error = await failure { try await pool.backendPID() }
          guard case .poolExhausted(let waited) = error, waited < .seconds(20) else {
            Issue.record("\(String(describing: error))")
            return
          }
        }
        while await pool.statistics.waiting < 1 { await Task.yield() }
        group.cancelAll()
      }
      #expect(await pool.statistics.waiting == 0)
    }
    #expect(try await pool.backendPID() > 0)
  }

  @Test(arguments: [TransactionMode.readOnly, .readWrite])
  func `a connection that was ended while it idled is replaced, and the body begins anew`(
    mode: TransactionMode
  ) async throws {
    let settings = try await anyDatabase()
    let pool = Pool(settings, limit: 1)
    let observer = try await Connection.open(settings)
    let first = try await pool.backendPID()
    try await observer.execute(
      Statement(name: "end", sql: "SELECT pg_terminate_backend(\(first), 10000)"))
    let runs = Notes()
    let second = try await pool.transaction(mode) { session in
      runs.add(1)
      return try session.query(Statement(name: "pid", sql: "SELECT pg_backend_pid() AS pid"))[0]
        .int("pid")
    }
    #expect(second != first)
    #expect(runs.all.count <= 2)
  }

  @Test func `a transaction that was begun is not tried again`() async throws {
    let pool = Pool(try await anyDatabase(), limit: 1)
    #expect(try await pool.backendPID() > 0)
    let runs = Notes()
    let end = Statement(name: "end", sql: "SELECT pg_terminate_backend(pg_backend_pid())")
    let reason = "terminating connection due to administrator command"
    await #expect(throws: PostgresError.unreachable(reason: reason)) {
      try await pool.transaction(.readOnly) { session in
        runs.add(1)
        try session.execute(end)
      }
    }
    #expect(runs.all == [1])
    #expect(try await pool.backendPID() > 0)
  }

  @Test func `after a deadline the pool makes a new connection`() async throws {
    let pool = Pool(try await anyDatabase(), limit: 1)
    let first = try await pool.backendPID()
    try await whileStopped(Int32(first)) {
      let error = await failure {
        try await pool.transaction(deadline: .milliseconds(200)) { session in
          _ = try session.query(Statement(name: "one", sql: "SELECT 1"))
        }
      }
      // The COMMIT of the read before may not be answered yet.
      let late = ["one", "COMMIT"].map { PostgresError.deadlineExceeded(statement: $0) }
      #expect(error.map(late.contains) == true, "\(String(describing: error))")
      #expect(await pool.statistics.open == 0)
      let second = try await pool.backendPID()
      #expect(second != first)
    }
  }

  @Test func `the pool outlives its server`() async throws {
    let cluster = try await TestCluster.private()
    let pool = Pool(
      ConnectionSettings(
        conninfo: cluster.conninfo(database: "postgres"), applicationName: "tests"), limit: 2)
    let first = try await pool.backendPID()
    try await cluster.stop()
    let error = await failure { try await pool.backendPID() }
    guard case .unreachable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(await pool.statistics.open == 0)
    try await cluster.start()
    #expect(try await pool.backendPID() != first)
    try cluster.end()
  }

  @Test func `a closed pool refuses, and closes what comes back`() async throws {
    let pool = Pool(try await anyDatabase(), limit: 2)
    let connection = try await pool.withConnection(mapError: anyError) { connection in
      await pool.close()
      return connection
    }
    #expect(await !connection.isUsable)
    #expect(await pool.statistics.open == 0)
    await #expect(throws: PostgresError.closed) { try await pool.backendPID() }
  }
}
