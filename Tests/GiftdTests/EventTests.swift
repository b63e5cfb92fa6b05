import DaemonSupport
import GiftDomain
import Glibc
import Support
import Testing

/// What the daemon tells clients that listen, over a socket.
@Suite(.timeLimit(.minutes(5)))
struct EventTests {
  @Test func `who comes is told what is served, and each edit that clients can see`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withDaemon(database: rose.conninfo) { daemon in
      let token = try await daemon.token(after: 2)
      try await withEvents(port: daemon.publicPort, version: "1.1") { reader in
        let head = try #require(Reply(Array(try await reader.read(through: "\r\n\r\n").utf8)))
        #expect(head.status == 200)
        #expect(head.fields["content-type"] == "text/event-stream")
        #expect(head.fields["cache-control"] == "no-store")
        #expect(head.fields["x-accel-buffering"] == "no")
        #expect(head.fields["access-control-allow-origin"] == "*")
        #expect(head.fields["transfer-encoding"] == "chunked")
        #expect(head.fields["connection"] == "close")
        #expect(head.fields["date"] != nil)
        #expect(head.fields["content-length"] == nil)
        let first = try await reader.read(through: "\n\n\r\n")
        #expect(first == "d\r\nretry: 3000\n\n\r\n")
        let event = "id: \(token)\nevent: catalogue\ndata: {\"catalogue\":\"\(token)\"}\n\n"
        let second = try await reader.read(through: "\n\n\r\n")
        #expect(second == "\(String(event.utf8.count, radix: 16))\r\n\(event)\r\n")
        let end = try await rose.retire(afterSeconds: 3_600)
        let planned = try #require(try await reader.event())
        #expect(planned.hasSuffix(",\"until\":\"\(end)\"}"))
        #expect(planned.hasPrefix("{\"catalogue\":\"3-"))
        // Who is told finds it there.
        let catalogue = try #require(try await get("/v1/catalogue", port: daemon.publicPort))
        #expect(catalogue.text.contains(planned.dropFirst().dropLast().split(separator: ",")[0]))
      }
    }
  }

  @Test func `who has heard it is not told again, however he asks`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withDaemon(database: rose.conninfo) { daemon in
      let token = try await daemon.token(after: 2)
      for target in ["/v1/events", "/v1/%65vents", "/v1/events?x=1", "http://gifts/v1/events"] {
        try await withEvents(port: daemon.publicPort, target: target) { reader in
          let told = try await reader.event()
          #expect(told == "{\"catalogue\":\"\(token)\"}", "\(target)")
        }
      }
      let heard = try await withEvents(
        port: daemon.publicPort, "Last-Event-ID: \(token)"
      ) { reader in
        try await rose.play("{}")
        return try await reader.event()
      }
      #expect(heard?.hasPrefix("{\"catalogue\":\"4-") == true)
    }
  }

  @Test func `boundaries are told though the database is gone, one after the other`() async throws {
    let server = try await TestCluster.private()
    let rose = try await PublishedRose(in: server)
    let end = try await withDaemon(database: rose.conninfo) { daemon in
      _ = try await daemon.token(after: 2)
      try await withEvents(port: daemon.publicPort) { reader in
        _ = try await reader.event()
        let end = try await rose.retire(afterSeconds: 5)
        _ = try await reader.event()
        try await server.stop()
        let told = try await reader.event()
        #expect(told?.hasPrefix("{\"catalogue\":\"3-") == true)
        #expect(told?.hasSuffix("-\(end.microseconds)\"}") == true)
        let catalogue = try await get("/v1/catalogue", port: daemon.publicPort)
        #expect(catalogue?.text.contains("\"gifts\":[]") == true)
        try await server.start()
        try await rose.play("{ }")
        let edited = try await reader.event()
        #expect(edited?.hasPrefix("{\"catalogue\":\"5-") == true)
      }
    }
    #expect(end.status == .exited(0))
    try server.end()
  }

  @Test func `SIGTERM ends what clients listen to, and the process soon`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    let start = ContinuousClock.now
    let end = try await withDaemon(database: rose.conninfo) { daemon in
      _ = try await daemon.token(after: 2)
      return try await withEvents(port: daemon.publicPort, version: "1.1") { reader in
        _ = try await reader.event()
        #expect(kill(daemon.pid, SIGTERM) == 0)
        return try await reader.read(through: "never")
      }
    }
    #expect(end.value == "\n\r\n0\r\n\r\n")
    #expect(end.status == .exited(0), "\(end.log)")
    // Not after the limits that end those who do not want to.
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test func `clients that listen are counted, and each event`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withDaemon(database: rose.conninfo) { daemon in
      _ = try await daemon.token(after: 2)
      try await withEvents(port: daemon.publicPort) { reader in
        _ = try await reader.event()
        let clients = "gift_event_clients"
        let sent = "gift_events_total{outcome=\"sent\"}"
        let skipped = "gift_events_total{outcome=\"skipped\"}"
        #expect(try await daemon.awaitMetrics([clients: 1, sent: 1, skipped: 0]) != nil)
        try await rose.retire()
        #expect(try await daemon.awaitMetrics([clients: 1, sent: 2, skipped: 0]) != nil)
      }
      #expect(try await daemon.awaitMetrics(["gift_event_clients": 0]) != nil)
    }
  }

  @Test func `what changed is ready for who has this catalogue, or the one before`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withDaemon(database: rose.conninfo) { daemon in
      let old = try await daemon.token(after: 2)
      try await rose.retire()
      let new = try await daemon.token(after: 3)
      let before = try await daemon.measured()
      let removed = try await get("/v1/catalogue?since=\(old)", port: daemon.publicPort)
      #expect(removed?.status == 200)
      let same = try await get("/v1/catalogue?since=\(new)", port: daemon.publicPort)
      #expect(same?.text.contains("\"changed\":[],\"from\":\"\(new)\"") == true)
      let after = try await daemon.measured()
      let ready = "gift_requests_total{outcome=\"ready\"}"
      #expect((after[ready] ?? 0) - (before[ready] ?? 0) == 2)
      // However it is written.
      let other = try await get("/v1/catalogue?x&since=\(new)", port: daemon.publicPort)
      #expect(other?.body == same?.body)
      #expect(other?.fields["etag"] == same?.fields["etag"])
    }
  }
}

extension Daemon {
  /// The name of what is served, once that is the change.
  func token(after change: Int) async throws -> String {
    let token = try await eventually { () -> String? in
      let reply = try await get("/v1/catalogue", port: publicPort)
      let token = reply?.fields["etag"]?.dropFirst().dropLast() ?? ""
      return token.hasPrefix("\(change)-") ? String(token) : nil
    }
    return try #require(token, "change \(change) is never served")
  }
}
