import Glibc
import Support
import Testing

struct RecoveryTests {
  @Test func `a stopped database is 503 but for the catalogue, and serving resumes`() async throws {
    let server = try await TestCluster.private()
    let rose = try await PublishedRose(in: server)
    let end = try await withDaemon(database: rose.conninfo) { daemon in
      #expect(try await get("/rose.json", port: daemon.publicPort)?.status == 200)
      try await server.stop()
      #expect(try await get("/v1/catalogue", port: daemon.publicPort)?.status == 200)
      let away = try #require(try await get("/rose.json", port: daemon.publicPort))
      #expect(away.status == 503)
      #expect(away.fields["retry-after"] == "2")
      #expect(away.text.contains("\"code\":\"database_unreachable\""))
      let ready = try await get("/readyz", port: daemon.operationsPort, host: "::1")
      #expect(ready?.status == 503)
      #expect(try await get("/livez", port: daemon.operationsPort, host: "::1")?.status == 200)
      try await server.start()
      let back = try await poll("/rose.json", port: daemon.publicPort, until: 200)
      #expect(back?.body == PublishedRose.content)
      let readyAgain = try await poll(
        "/readyz", port: daemon.operationsPort, host: "::1", until: 200)
      #expect(readyAgain != nil)
    }
    #expect(end.status == .exited(0))
    try server.end()
  }

  @Test func `connections that the server ends are made anew`() async throws {
    let server = try await TestCluster.private()
    let rose = try await PublishedRose(in: server)
    _ = try await withDaemon(database: rose.conninfo) { daemon in
      for _ in 0..<5 {
        #expect(try await get("/rose.json", port: daemon.publicPort)?.status == 200)
        let ended = try await rose.query(
          """
          SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity
          WHERE application_name = 'giftd'
          """)
        #expect(ended != "0\n")
        #expect(
          try await poll("/rose.json", port: daemon.publicPort, until: 200, tries: 10) != nil)
      }
    }
    try server.end()
  }

  @Test func `a hung database is 503 in time, and serving resumes`() async throws {
    let server = try await TestCluster.private()
    let rose = try await PublishedRose(in: server)
    _ = try await withDaemon(database: rose.conninfo) { daemon in
      #expect(try await get("/rose.json", port: daemon.publicPort)?.status == 200)
      let processes = try await serverProcesses(of: server)
      #expect(processes.count > 1)
      for pid in processes { kill(pid, SIGSTOP) }
      async let ready = get("/readyz", port: daemon.operationsPort, host: "::1")
      let answer = try await get("/rose.json", port: daemon.publicPort)
      #expect(answer?.status == 503)
      #expect(try await ready?.status == 503)
      for pid in processes { kill(pid, SIGCONT) }
      #expect(try await poll("/rose.json", port: daemon.publicPort, until: 200) != nil)
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
