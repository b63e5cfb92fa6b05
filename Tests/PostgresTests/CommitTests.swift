import Glibc
import Postgres
import Support
import Testing

/// A COMMIT without a trustworthy answer is reported as just that.
@Suite(.timeLimit(.minutes(1)))
struct CommitTests {
  enum Trouble: CaseIterable {
    case terminated, hung, killed
  }

  /// In the body of the transaction, or in one exchange with COMMIT.
  @Test(arguments: Trouble.allCases, [false, true])
  func `a COMMIT that is not answered has an unknown outcome`(
    trouble: Trouble, isLast: Bool
  ) async throws {
    // SIGKILL of one backend makes the server end all others, so it gets a server of its own.
    let cluster = try await TestCluster.private()
    let settings = ConnectionSettings(
      conninfo: try await cluster.createDatabase(), applicationName: "tests")
    let writer = try await Connection.open(settings)
    let observer = try await Connection.open(settings)
    try await writer.script(Self.schema)
    let pid = try await writer.backendPID()
    // The trigger waits at COMMIT for a lock that the observer holds.
    try await observer.execute(Statement(name: "hold", sql: "SELECT pg_advisory_lock(7)"))
    try await withThrowingTaskGroup { group in
      group.addTask {
        let insert = Statement(name: "insert", sql: "INSERT INTO flower VALUES (1)")
        let deadline: Duration = trouble == .hung ? .seconds(5) : .seconds(30)
        await #expect(throws: PostgresError.outcomeUnknown) {
          try await writer.transaction(deadline: deadline) { session in
            guard isLast else { return _ = try session.execute(insert) }
            session.runLast([Call(insert, [])])
          }
        }
      }
      try await observer.awaitInt(
        1, "SELECT count(*) AS value FROM pg_locks WHERE pid = \(pid) AND NOT granted")
      switch trouble {
      case .terminated:
        try await observer.execute(
          Statement(name: "end", sql: "SELECT pg_terminate_backend(\(pid))"))
        try await group.waitForAll()
      case .hung: try await whileStopped(pid) { try await group.waitForAll() }
      case .killed:
        #expect(kill(pid, SIGKILL) == 0)
        try await group.waitForAll()
      }
    }
    #expect(await !writer.isUsable)
    try cluster.end()
  }

  @Test func `what only read and is not answered at its end has no unknown outcome`() async throws {
    let cluster = try await TestCluster.private()
    let settings = ConnectionSettings(
      conninfo: try await cluster.createDatabase(), applicationName: "tests")
    let reader = try await Connection.open(settings)
    let pid = try await reader.backendPID()
    let one = Statement(name: "one", sql: "SELECT 1 AS value")
    let read = try await reader.transaction(.readOnly, deadline: .seconds(1)) { session in
      let read = try session.query(one).count
      kill(pid, SIGSTOP)
      return read
    }
    #expect(read == 1)
    let error = await failure {
      try await reader.transaction(.readOnly, deadline: .seconds(1)) { session in
        _ = try session.query(one)
      }
    }
    #expect(kill(pid, SIGCONT) == 0)
    #expect(error == .deadlineExceeded(statement: "COMMIT"))
    #expect(await !reader.isUsable)
    try cluster.end()
  }

  @Test func `a read is over on the server without another call`() async throws {
    let settings = try await freshDatabase()
    let reader = try await Connection.open(settings)
    let observer = try await Connection.open(settings)
    let pid = try await reader.backendPID()
    _ = try await reader.transaction(.readOnly) { session in
      try session.query(Statement(name: "one", sql: "SELECT 1 AS value")).count
    }
    try await observer.awaitInt(
      1, "SELECT count(*) AS value FROM pg_stat_activity WHERE pid = \(pid) AND state = 'idle'")
    await reader.close()
  }

  @Test func `a session that is ended before COMMIT, sent or not, has changed nothing`()
    async throws
  {
    let settings = try await freshDatabase()
    let writer = try await Connection.open(settings)
    try await writer.script("CREATE TABLE flower (id int8)")
    let insert = Statement(name: "insert", sql: "INSERT INTO flower VALUES (1)")
    let end = Statement(name: "end", sql: "SELECT pg_terminate_backend(pg_backend_pid())")
    let reason = "terminating connection due to administrator command"
    await #expect(throws: PostgresError.unreachable(reason: reason)) {
      try await writer.transaction { session in
        session.runLast([Call(insert, []), Call(end, [])])
      }
    }
    let observer = try await Connection.open(settings)
    #expect(try await observer.int("SELECT count(*) AS value FROM flower") == 0)
  }

  @Test func `a refused last statement changes nothing, and its connection goes on`() async throws {
    let settings = try await freshDatabase()
    let writer = try await Connection.open(settings)
    try await writer.script("CREATE TABLE flower (id int8 PRIMARY KEY)")
    let insert = Statement(name: "insert", sql: "INSERT INTO flower VALUES (1)")
    let error = await failure {
      try await writer.transaction { session in
        session.runLast([Call(insert, []), Call(insert, [])])
      }
    }
    guard case .server(let sqlState, _, "insert", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(sqlState == "23505")
    #expect(await writer.isUsable)
    try await writer.transaction { session in
      session.runLast([Call(insert, [])])
    }
    #expect(try await writer.int("SELECT count(*) AS value FROM flower") == 1)
  }

  @Test func `a COMMIT that may lack its standby has an unknown outcome`() async throws {
    let cluster = try await TestCluster.private()
    let settings = ConnectionSettings(
      conninfo: try await cluster.createDatabase(), applicationName: "tests")
    let setUp = try await Connection.open(settings)
    try await setUp.script("CREATE TABLE flower (id int8)")
    try await cluster.psql(
      "ALTER SYSTEM SET synchronous_standby_names = 'nobody'", in: settings.conninfo)
    try await cluster.restart()
    let writer = try await Connection.open(settings)
    let observer = try await Connection.open(settings)
    let pid = try await writer.backendPID()
    try await withThrowingTaskGroup { group in
      group.addTask {
        await #expect(throws: PostgresError.outcomeUnknown) {
          try await writer.transaction { session in
            try session.script(
              "SET LOCAL synchronous_commit = on; INSERT INTO flower VALUES (1)")
          }
        }
      }
      try await observer.awaitInt(
        1,
        """
        SELECT count(*) AS value FROM pg_stat_activity
        WHERE pid = \(pid) AND wait_event = 'SyncRep'
        """
      )
      try await observer.execute(
        Statement(name: "cancel", sql: "SELECT pg_cancel_backend(\(pid))"))
      try await group.waitForAll()
    }
    #expect(try await observer.int("SELECT count(*) AS value FROM flower") == 1)
    try cluster.end()
  }

  @Test func `a connection that is ended before COMMIT changed nothing`() async throws {
    let settings = try await freshDatabase()
    let writer = try await Connection.open(settings)
    try await writer.script("CREATE TABLE flower (id int8)")
    let end = Statement(name: "end", sql: "SELECT pg_terminate_backend(pg_backend_pid())")
    let reason = "terminating connection due to administrator command"
    await #expect(throws: PostgresError.unreachable(reason: reason)) {
      try await writer.transaction { session in
        try session.script("INSERT INTO flower VALUES (1)")
        try session.execute(end)
      }
    }
    let observer = try await Connection.open(settings)
    #expect(try await observer.int("SELECT count(*) AS value FROM flower") == 0)
  }

  @Test func `a loss that the body swallows is not taken for a COMMIT`() async throws {
    let writer = try await Connection.open(try await anyDatabase())
    let end = Statement(name: "end", sql: "SELECT pg_terminate_backend(pg_backend_pid())")
    let reason = "terminating connection due to administrator command"
    await #expect(throws: PostgresError.unreachable(reason: reason)) {
      try await writer.transaction { session in
        do throws(PostgresError) {
          try session.execute(end)
        } catch {
          #expect(error == .unreachable(reason: reason))
        }
      }
    }
  }

  private static let schema = """
    CREATE TABLE flower (id int8);
    CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER flower_waits AFTER INSERT ON flower
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait();
    """
}
