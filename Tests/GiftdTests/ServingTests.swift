import DaemonSupport
import Foundation
import Support
import Testing

struct ServingTests {
  @Test func `a daemon serves what is published and ends with 0`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    let end = try await withServingDaemon(database: rose.conninfo) { daemon in
      let animation = try #require(try await get("/rose.json", port: daemon.publicPort))
      #expect(animation.status == 200)
      #expect(animation.body == PublishedRose.content)
      #expect(animation.fields["content-length"] == String(PublishedRose.content.count))
      #expect(animation.fields["content-type"] == "application/json")
      #expect(animation.fields["date"]?.hasSuffix("GMT") == true)
      let ready = try await get("/readyz", port: daemon.operationsPort, host: "::1")
      #expect(ready?.status == 200)
      #expect(try await get("/livez", port: daemon.operationsPort, host: "::1")?.status == 200)
      #expect(try await get("/livez", port: daemon.publicPort)?.status == 404)
    }
    #expect(end.status == .exited(0))
    // A busy machine may be worth a warning.
    let said = end.log.filter { !$0.contains(" warning giftd: ") }
    let words = ["listening", "change served change=2", "stopping", "stopped"]
    #expect(said.count == words.count, "\(end.log)")
    for (line, word) in zip(said, words) { #expect(line.contains(" notice giftd: \(word)")) }
  }

  @Test func `Date turns with the second, whatever the traffic`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withServingDaemon(database: rose.conninfo) { daemon in
      // How far the clocks that a loop and this test read may run apart within a second.
      let slack = 0.01
      var dates: Set<String> = []
      while dates.count < 4 {
        let sent = Date().timeIntervalSince1970
        let reply = try #require(try await get("/rose.json", port: daemon.publicPort))
        let received = Date().timeIntervalSince1970
        let date = try #require(reply.fields["date"])
        let second = try #require(
          Self.dates.date(from: date)?.timeIntervalSince1970)
        #expect((floor(sent - slack)...floor(received + slack)).contains(second))
        dates.insert(date)
      }
    }
  }

  @Test func `answers say when the database was last read, and stop saying so without it`()
    async throws
  {
    let server = try await TestCluster.private()
    let rose = try await PublishedRose(in: server)
    _ = try await withServingDaemon(database: rose.conninfo) { daemon in
      let first = try #require(try await daemon.awaitField { $0.change == "change=2" })
      let second = first.second
      #expect((-5...60).contains(Date().timeIntervalSince1970 - second))
      #expect(try await daemon.awaitField { $0.second > second } != nil)
      try await server.stop()
      let last = try await daemon.awaitField { Date().timeIntervalSince1970 - $0.second > 4 }
      #expect(last?.change == "change=2")
    }
    try server.end()
  }

  private static let dates: DateFormatter = {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return formatter
  }()

  @Test func `HEAD and 304 have no body on the wire`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withServingDaemon(database: rose.conninfo) { daemon in
      let head = try #require(
        try await get("/rose.json", port: daemon.publicPort, method: "HEAD"))
      #expect(head.status == 200)
      #expect(head.body == [])
      #expect(head.fields["content-length"] == String(PublishedRose.content.count))
      let tag = try #require(head.fields["etag"])
      let same = try #require(
        try await get(
          "/rose.json", port: daemon.publicPort,
          fields: ["If-None-Match: \"x\"", "If-None-Match: W/\(tag)"]))
      #expect(same.status == 304)
      #expect(same.body == [])
      #expect(same.fields["etag"] == tag)
      #expect(same.fields["content-length"] == nil)
      #expect(same.fields["transfer-encoding"] == nil)
      let options = try #require(
        try await get("/rose.json", port: daemon.publicPort, method: "OPTIONS"))
      #expect(options.status == 204)
      #expect(options.fields["content-length"] == nil)
    }
  }

  @Test func `log lines are JSON when asked for`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    let end = try await withDaemon(
      database: rose.conninfo, ["--log-format", "json", "--access-log", "1"]
    ) { daemon in
      _ = try await get(
        "/none.json", port: daemon.publicPort, fields: ["X-Request-Id: from-the-edge"])
      return daemon.notice
    }
    #expect(end.value.hasPrefix(#"{"label":"giftd","level":"notice","message":"listening","#))
    #expect(end.log.allSatisfy { $0.hasPrefix("{\"label\":") && $0.hasSuffix("Z\"}") })
    #expect(
      end.log.contains {
        $0.contains(
          #""method":"GET","request":"from-the-edge","status":"404","target":"/none.json""#)
      })
  }

  @Test func `what goes wrong in the database is logged and not told`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    let end = try await withServingDaemon(database: rose.conninfo) { daemon in
      _ = try await rose.query("REVOKE SELECT ON asset FROM gift_reader")
      let unknown = "/v1/animations/\(String(repeating: "0", count: 64)).json"
      let reply = try #require(try await get(unknown, port: daemon.publicPort))
      #expect(reply.status == 500)
      #expect(
        reply.text == """
          {"code":"internal","detail":"The server failed, and has logged why.","status":500,\
          "title":"Internal Server Error"}
          """)
    }
    let errors = end.log.filter { $0.contains(" error giftd: request failed ") }
    #expect(errors.count == 1, "\(end.log)")
    #expect(errors.first?.contains(" reason=the role may not run ") == true, "\(errors)")
  }
}

/// What an answer says of when the database was last read.
private struct ReadField: Sendable {
  let second: Double
  let change: String
}

extension Daemon {
  /// The field as soon as it is what is wanted.
  fileprivate func awaitField(
    _ isWanted: @Sendable (ReadField) -> Bool
  ) async throws -> ReadField? {
    try await eventually {
      let reply = try await get("/rose.json", port: publicPort)
      let parts = reply?.fields["gift-catalogue-read"]?.split(separator: ";") ?? []
      guard parts.count == 2, parts[0].hasPrefix("@"), let second = Double(parts[0].dropFirst())
      else { return nil }
      let field = ReadField(second: second, change: String(parts[1]))
      return isWanted(field) ? field : nil
    }
  }
}
