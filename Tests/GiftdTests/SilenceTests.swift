import DaemonSupport
import Support
import Testing

struct SilenceTests {
  @Test
  func `a network that falls silent keeps nobody from reading, and edits show soon behind it`()
    async throws
  {
    let end = try await withRelayedDaemon { daemon, rose, relay in
      try await relay.fallSilent()
      #expect(try await daemon.awaitMetrics(["gift_database_reachable": 0]) != nil)
      #expect(try await get("/rose.json", port: daemon.publicPort)?.status == 200)
      try await rose.retire()
      #expect(try await get("/rose.json", port: daemon.publicPort)?.status == 200)
      relay.speak()
      let back = ContinuousClock.now
      #expect(try await poll("/rose.json", port: daemon.publicPort, until: 410) != nil)
      // It is two seconds on a machine that does nothing else, as `make outage` sees; a connection
      // that nobody gave up would take half a minute.
      #expect(ContinuousClock.now - back < .seconds(15))
    }
    #expect(end.status == .exited(0))
  }

  @Test func `a daemon ends when it is told to, though an announcement waits for the network`()
    async throws
  {
    let end = try await withRelayedDaemon { daemon, rose, relay in
      try await rose.retire(afterSeconds: 5)
      let planned = try await pollText("/v1/catalogue", port: daemon.publicPort) {
        $0.contains(#""until":"#)
      }
      #expect(planned != nil)
      try await relay.fallSilent()
      // From this instant on the boundary is to be announced.
      #expect(try await poll("/rose.json", port: daemon.publicPort, until: 410) != nil)
    }
    #expect(end.status == .exited(0), "\(end.log)")
  }

  /// Runs a daemon that serves a rose, and reaches its database through a relay.
  private func withRelayedDaemon(
    _ body: @escaping @Sendable (Daemon, PublishedRose, Relay) async throws -> Void
  ) async throws -> DaemonEnd<Void> {
    let server = try await TestCluster.private()
    let rose = try await PublishedRose(in: server)
    let relay = Relay(to: server)
    let port = try await relay.open()
    let database = rose.conninfo + " host=127.0.0.1 port=\(port)"
    let end = try await withServingDaemon(database: database) { daemon in
      try await body(daemon, rose, relay)
    }
    await relay.close()
    try server.end()
    return end
  }
}
