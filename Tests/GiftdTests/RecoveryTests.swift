import DaemonSupport
import Glibc
import Support
import Testing

struct RecoveryTests {
  @Test func `a database that is away is worth a line, and not one a request`() async throws {
    let server = try await TestCluster.private()
    let rose = try await PublishedRose(in: server)
    let end = try await withServingDaemon(database: rose.conninfo) { daemon in
      try await server.stop()
      #expect(try await daemon.awaitMetrics(["gift_database_reachable": 0]) != nil)
      let unknown = "/v1/animations/\(String(repeating: "0", count: 64)).json"
      for _ in 0..<100 {
        #expect(try await get(unknown, port: daemon.publicPort)?.status == 503)
      }
      try await server.start()
      #expect(try await daemon.awaitMetrics(["gift_database_reachable": 1]) != nil)
    }
    try server.end()
    // Each reason once, such as a port that is closed and a server that starts up.
    let reasons = end.log.compactMap { $0.split(separator: ": the database is away ").last }
    #expect(Set(reasons).count == reasons.count, "\(end.log)")
    #expect((1...4).contains(end.log.count { $0.contains(": the database is away ") }))
    #expect(end.log.count { $0.contains(" notice giftd: the database is back") } == 1)
    // The scheduler says each time that it tries again, ever more rarely.
    #expect(end.log.count < 16, "\(end.log)")
  }

  /// What clients ask for, as they write it and in another way, which takes the slow path.
  private static let targets = [
    "/v1/catalogue", "/v1/gifts/rose", "/rose.json", "/animation/rose", "/%72ose.json",
    "/v1/animations/\(PublishedRose.digest).json",
  ]

  @Test func `a stopped database keeps nobody from reading, and edits show when it is back`()
    async throws
  {
    let server = try await TestCluster.private()
    let rose = try await PublishedRose(in: server)
    let end = try await withServingDaemon(database: rose.conninfo) { daemon in
      try await server.stop()
      for target in Self.targets {
        #expect(try await get(target, port: daemon.publicPort)?.status == 200, "\(target)")
      }
      #expect(try await get("/none.json", port: daemon.publicPort)?.status == 404)
      let ready = try await get("/readyz", port: daemon.operationsPort, host: "::1")
      #expect(ready?.status == 200)
      #expect(
        ready?.text.hasPrefix("Change 2 is served. The database cannot be reached: ") == true)
      #expect(try await get("/livez", port: daemon.operationsPort, host: "::1")?.status == 200)
      try await server.start()
      try await rose.retire()
      #expect(try await poll("/rose.json", port: daemon.publicPort, until: 410) != nil)
    }
    #expect(end.status == .exited(0))
    try server.end()
  }

  @Test func `connections that the server ends are made anew, and no read fails`() async throws {
    let server = try await TestCluster.private()
    let rose = try await PublishedRose(in: server)
    _ = try await withDaemon(database: rose.conninfo) { daemon in
      for _ in 0..<3 {
        #expect(try await poll("/rose.json", port: daemon.publicPort, until: 200) != nil)
        try await rose.wait(for: "application_name = 'giftd' AND query LIKE 'LISTEN%'")
        let ended = try await rose.query(
          """
          SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity
          WHERE application_name = 'giftd'
          """)
        #expect(ended != "0\n")
        #expect(try await get("/rose.json", port: daemon.publicPort)?.status == 200)
      }
      try await rose.retire()
      #expect(try await poll("/rose.json", port: daemon.publicPort, until: 410) != nil)
    }
    try server.end()
  }

  @Test func `a hung database keeps nobody from reading, and edits show when it goes on`()
    async throws
  {
    let server = try await TestCluster.private()
    let rose = try await PublishedRose(in: server)
    _ = try await withServingDaemon(database: rose.conninfo) { daemon in
      let processes = try await serverProcesses(of: server)
      #expect(processes.count > 1)
      for pid in processes { kill(pid, SIGSTOP) }
      async let ready = get("/readyz", port: daemon.operationsPort, host: "::1")
      for target in Self.targets {
        #expect(try await get(target, port: daemon.publicPort)?.status == 200, "\(target)")
      }
      #expect(try await ready?.status == 200)
      for pid in processes { kill(pid, SIGCONT) }
      try await rose.retire()
      #expect(try await poll("/rose.json", port: daemon.publicPort, until: 410) != nil)
    }
    try server.end()
  }

  @Test func `a database that is away at the start is waited for`() async throws {
    let server = try await TestCluster.private()
    let rose = try await PublishedRose(in: server)
    try await server.stop()
    let end = try await withDaemon(database: rose.conninfo) { daemon in
      #expect(try await get("/rose.json", port: daemon.publicPort)?.status == 503)
      try await server.start()
      #expect(try await poll("/rose.json", port: daemon.publicPort, until: 200) != nil)
    }
    #expect(end.status == .exited(0))
    try server.end()
  }

  /// The postmaster and all its children.
  private func serverProcesses(of server: TestCluster) async throws -> [Int32] {
    let postmaster = try server.postmasterPID
    let children = try await runProcess("cat", ["/proc/\(postmaster)/task/\(postmaster)/children"])
    return [postmaster] + children.outputText.split(separator: " ").compactMap { Int32($0) }
  }
}
