import Postgres
import PostgresCluster
import Support
import Testing

/// Which of several hosts is connected to, and how soon an attempt is given up.
@Suite(.timeLimit(.minutes(1)))
struct HostChoiceTests {
  @Test func `an attempt may begin with another host than the first`() async throws {
    let hung = try await TestCluster.private()
    let healthy = try await TestCluster.shared()
    try await whileStopped(try hung.postmasterPID) {
      var settings = hosts(hung, healthy)
      settings.connectDeadline = .seconds(50)
      settings.firstHost = 3
      let start = ContinuousClock.now
      let answer = try await Connection.open(settings).int("SELECT 1 AS value")
      #expect(answer == 1)
      // The first host would have taken half of the deadline.
      #expect(ContinuousClock.now - start < .seconds(20))
    }
    try hung.end()
  }

  @Test func `who means to write is connected to a host that takes writes, if there is one`()
    async throws
  {
    let closed = try await TestCluster.private()
    let healthy = try await TestCluster.shared()
    let owner = try await Connection.open(
      ConnectionSettings(
        conninfo: closed.conninfo(database: "postgres"), applicationName: "tests"))
    try await owner.execute(
      Statement(
        name: "close", sql: "ALTER DATABASE postgres SET default_transaction_read_only = on")
    )
    await owner.close()
    let isReadOnly = """
      SELECT (current_setting('default_transaction_read_only') = 'on')::int AS value
      """
    var settings = hosts(closed, healthy)
    #expect(try await Connection.open(settings).int(isReadOnly) == 1)
    settings.prefersPrimary = true
    #expect(try await Connection.open(settings).int(isReadOnly) == 0)
    settings.conninfo += " target_session_attrs=read-only"
    #expect(try await Connection.open(settings).int(isReadOnly) == 1)
    var only = hosts(closed, closed)
    only.prefersPrimary = true
    #expect(try await Connection.open(only).int(isReadOnly) == 1)
    try closed.end()
  }

  @Test func `a reader takes a host that takes no writes, if no other answers`() async throws {
    let readOnly = try await TestCluster.private()
    var settings = hosts(readOnly, readOnly)
    let owner = try await Connection.open(settings)
    try await owner.execute(
      Statement(
        name: "close", sql: "ALTER DATABASE postgres SET default_transaction_read_only = on"))
    await owner.close()
    settings.conninfo += " target_session_attrs=read-write"
    settings.prefersPrimary = true
    let refusal = await failure { try await Connection.open(settings) }
    guard case .unreachable = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    settings.onlyReads = true
    #expect(try await Connection.open(settings).int("SELECT 1 AS value") == 1)
    try readOnly.end()
  }

  @Test func `connect_timeout is how long each host may take`() async throws {
    let hung = try await TestCluster.private()
    try await whileStopped(try hung.postmasterPID) {
      var settings = hosts(hung, hung)
      settings.conninfo += " connect_timeout=3"
      let start = ContinuousClock.now
      _ = await failure { try await Connection.open(settings) }
      let taken = ContinuousClock.now - start
      // Six for two hosts; without the option five for both.
      #expect(taken > .seconds(5.9), "\(taken)")
      settings.conninfo += " connect_timeout=soon"
      #expect(
        await failure { try await Connection.open(settings) }
          == .misconfigured(reason: "connect_timeout takes a number of seconds"))
    }
    try hung.end()
  }

  @Test func `a cancelled attempt waits no longer`() async throws {
    let hung = try await TestCluster.private()
    try await whileStopped(try hung.postmasterPID) {
      var settings = hosts(hung, hung)
      settings.connectDeadline = .seconds(50)
      let start = ContinuousClock.now
      await withTaskGroup(of: Void.self) { [settings] group in
        group.addTask { _ = await failure { try await Connection.open(settings) } }
        group.cancelAll()
      }
      #expect(ContinuousClock.now - start < .seconds(20))
    }
    try hung.end()
  }

  private func hosts(_ first: TestCluster, _ second: TestCluster) -> ConnectionSettings {
    let folders = "\(first.cluster.socketFolder),\(second.cluster.socketFolder)"
    return ConnectionSettings(
      conninfo: first.conninfo(database: "postgres") + " host='\(folders)'",
      applicationName: "tests")
  }
}
