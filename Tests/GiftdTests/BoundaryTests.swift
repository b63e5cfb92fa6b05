import DaemonSupport
import GiftDomain
import GiftStore
import StoreSupport
import Support
import Testing

/// What the daemon does when the catalogue changes although nobody edits it.
struct BoundaryTests {
  @Test func `the catalogue switches at a boundary though the database is gone`() async throws {
    let server = try await TestCluster.private()
    let rose = try await PublishedRose(in: server)
    let end = try await withServingDaemon(database: rose.conninfo) { daemon in
      let before = try #require(try await get("/v1/catalogue", port: daemon.publicPort))
      #expect(before.text.contains(#""id":"rose""#))
      // The watch reads what is planned once the edit is committed, and says so by the answer.
      try await rose.retire(afterSeconds: 5)
      let planned = try await pollText("/v1/catalogue", port: daemon.publicPort) {
        $0.contains(#""until":"#)
      }
      #expect(planned != nil)
      try await server.stop()
      let after = try await pollText("/v1/catalogue", port: daemon.publicPort) {
        !$0.contains(#""id":"rose""#)
      }
      #expect(after?.contains(#""gifts":[]"#) == true)
      try await server.start()
      let announced = try await rose.poll(
        "SELECT event || ' ' || gift FROM announcement ORDER BY number DESC LIMIT 1")
      #expect(announced == "went_off rose\n")
    }
    #expect(end.status == .exited(0))
    try server.end()
  }

  @Test func `what comes and goes is announced, and no answer is early`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withServingDaemon(database: rose.conninfo) { daemon in
      let end = try await rose.retire(afterSeconds: 2)
      let off = try await pollText("/v1/catalogue", port: daemon.publicPort) {
        !$0.contains(#""id":"rose""#)
      }
      #expect(off?.contains("\"asOf\":\"\(end.rfc3339)\"") == true)
      #expect(try await rose.clock() >= end)
      let announced = try await rose.poll(
        """
        SELECT event || ' ' || gift || ' ' || (due_at <= announced_at) FROM announcement
        ORDER BY number DESC LIMIT 1
        """)
      #expect(announced == "went_off rose true\n")
    }
  }
}

extension PublishedRose {
  /// The database's clock.
  fileprivate func clock() async throws -> Timestamp {
    let store = GiftStore.patient(conninfo: conninfo, role: .editor)
    let now = try await store.clock()
    await store.close()
    return now
  }

  /// Asks until the answer is not empty; nil when it never is.
  fileprivate func poll(_ sql: String) async throws -> String? {
    try await eventually {
      let answer = try await query(sql)
      return answer.isEmpty ? nil : answer
    }
  }
}
