import DaemonSupport
import GiftDomain
import Glibc
import Support
import Testing

struct ShutdownTests {
  @Test func `a request in flight is answered after SIGTERM`() async throws {
    let rose = try await PublishedRose(
      in: try await TestCluster.shared(), content: Array("{}".utf8))
    // What no gift plays any more is read when it is asked for.
    try await rose.play("{ }")
    let old = try SHA256Digest(bytes: sha256(Array("{}".utf8))).hex
    let end = try await withServingDaemon(database: rose.conninfo) { daemon in
      async let holder = rose.query(
        "BEGIN; LOCK TABLE asset IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(90)")
      try await rose.wait(for: "state = 'active' AND query LIKE 'BEGIN; LOCK%'")
      async let answer = get("/v1/animations/\(old).json", port: daemon.publicPort)
      try await rose.wait(
        for: "application_name = 'giftd' AND wait_event_type = 'Lock' AND query LIKE '%FROM asset%'"
      )
      #expect(kill(daemon.pid, SIGTERM) == 0)
      try await refusal(port: daemon.publicPort)
      _ = try await rose.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'BEGIN; LOCK%'")
      _ = try await holder
      return try await answer
    }
    #expect(end.value?.status == 200)
    #expect(end.value?.text == "{}")
    #expect(end.status == .exited(0), "\(end.log)")
  }

  @Test func `SIGINT ends it as well, though a client keeps its connection open`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    let end = try await withServingDaemon(database: rose.conninfo) { daemon in
      let idle = Array("GET /rose.json HTTP/1.1\r\nHost: g\r\n\r\n".utf8)
      // Before it was answered, the client might yet have to come.
      let reply = try await exchange(idle, port: daemon.publicPort) {
        #expect(kill(daemon.pid, SIGINT) == 0)
      }
      return Reply(reply)?.status
    }
    #expect(end.value == 200)
    #expect(end.status == .exited(0))
  }

  @Test(arguments: 1...20)
  func `a daemon that is stopped as soon as it listens has not failed`(time: Int) async throws {
    let end = try await withDaemon(database: "host=/nowhere") { _ in }
    #expect(end.status == .exited(0), "\(time): \(end.log)")
  }

  @Test func `a daemon that stops is not ready, and serves until the delay is over`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    let end = try await withServingDaemon(
      database: rose.conninfo, ["--drain-delay", "3"]
    ) { daemon in
      #expect(kill(daemon.pid, SIGTERM) == 0)
      let start = ContinuousClock.now
      let ready = try await poll("/readyz", port: daemon.operationsPort, host: "::1", until: 503)
      #expect(ready?.text == "stopping\n")
      #expect(try await get("/rose.json", port: daemon.publicPort)?.status == 200)
      try await refusal(port: daemon.publicPort)
      return ContinuousClock.now - start
    }
    #expect(end.value >= .seconds(2))
    #expect(end.status == .exited(0))
  }

  @Test func `a slow client gets its whole answer after SIGTERM`() async throws {
    let content = [UInt8](repeating: 0x20, count: 32 * 1_024 * 1_024)
    let rose = try await PublishedRose(in: try await TestCluster.shared(), content: content)
    let end = try await withServingDaemon(database: rose.conninfo) { daemon in
      let request = Array("GET /rose.json HTTP/1.1\r\nHost: g\r\n\r\n".utf8)
      let bytes = try await exchange(request, port: daemon.publicPort) {
        #expect(kill(daemon.pid, SIGTERM) == 0)
        try await refusal(port: daemon.publicPort)
      }
      return Reply(bytes)?.body.count
    }
    #expect(end.value == content.count)
    #expect(end.status == .exited(0))
  }

  @Test func `a client that does not read cannot keep the process alive`() async throws {
    let content = [UInt8](repeating: 0x20, count: 32 * 1_024 * 1_024)
    let rose = try await PublishedRose(in: try await TestCluster.shared(), content: content)
    let end = try await withServingDaemon(database: rose.conninfo) { daemon in
      let request = Array("GET /rose.json HTTP/1.1\r\nHost: g\r\n\r\n".utf8)
      let bytes = try await exchange(request, port: daemon.publicPort) {
        #expect(kill(daemon.pid, SIGTERM) == 0)
        // It is closed last.
        try await refusal(port: daemon.operationsPort, host: "::1")
      }
      return bytes.count
    }
    #expect(end.value < content.count)
    #expect(end.status == .exited(0), "\(end.log)")
  }
}

/// Waits until a port takes no more connections.
func refusal(port: Int, host: String = "127.0.0.1") async throws {
  let refusal: (any Error)? = await eventually {
    do {
      _ = try await get("/", port: port, host: host)
      return nil
    } catch {
      return error
    }
  }
  _ = try #require(refusal, "port \(port) still takes connections")
}
