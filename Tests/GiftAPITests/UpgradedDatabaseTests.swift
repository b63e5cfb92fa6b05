import GiftDomain
import GiftStore
import PostgresCluster
import StoreSupport
import Support
import Testing

@testable import GiftAPI

/// A catalogue that was moved to another cluster, as `pg_upgrade` and a dump do.
@Suite(.timeLimit(.minutes(5)))
struct UpgradedDatabaseTests {
  @Test func `a database that begins anew at timeline 1 is followed after an upgrade`() async throws
  {
    let old = try await TestCluster.private()
    let stock = try await StockedCatalogue(in: old)
    _ = try await stock.add(try GiftID("rose"), "{}")
    _ = try await stock.publish(try GiftID("rose"))
    try await old.promoteAgain()
    try await stock.api.follower.refresh()
    let file = try await stock.kept()
    let new = try await TestCluster.shared()
    // With the roles.
    _ = try await new.createMigratedDatabase()
    let conninfo = try await new.createDatabase()
    try await old.copy(stock.conninfo, to: conninfo)
    try old.end()
    let log = RecordedLog()
    let api = GiftAPI(
      store: .patient(conninfo: conninfo, role: .reader), logger: log.logger)
    let editor = GiftStore.patient(conninfo: conninfo, role: .editor)
    _ = try await api.restore(file, now: hostTime())
    try await api.follower.refresh()
    #expect(api.observed().fileAge == nil)
    _ = try await editor.commit(
      [.retire(gift: try GiftID("rose"), at: nil)],
      EditRequest(verb: .retire, actor: try Actor("tester")))
    await editor.close()
    try await api.follower.refresh()
    #expect(try api.observed().shown?.change == ChangeNumber(3))
    #expect(log.warnings == [])
  }
}

extension TestCluster {
  /// Begins the next timeline.
  fileprivate func promoteAgain() async throws {
    try await stop()
    _ = try await runProcess("touch", ["\(cluster.folder)/data/standby.signal"])
    // It runs, as a standby, in which nothing can be made.
    await #expect(throws: ClusterError.self) { try await start() }
    #expect(try await psql("SELECT pg_promote()", in: conninfo(database: "postgres")) == "t\n")
  }

  /// Copies a database of this cluster to an empty one of another.
  fileprivate func copy(_ source: String, to target: String) async throws {
    let programs = try cluster.binariesFolder()
    let dump = try await runProcess(programs + "/pg_dump", [source])
    #expect(dump.status == .exited(0), "\(dump.errorText)")
    let outcome = try await runProcess(
      programs + "/psql", ["-X", "-v", "ON_ERROR_STOP=1", target], input: dump.output)
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
  }
}
