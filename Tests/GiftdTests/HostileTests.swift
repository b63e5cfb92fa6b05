import Support
import Testing

struct HostileTests {
  @Test func `hostile targets get clear answers`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withDaemon(database: rose.conninfo) { daemon in
      for (target, status, code) in [
        ("/../../etc/passwd", 404, "route_not_found"),
        ("/v1/gifts/..", 404, "gift_not_found"),
        ("/v1/gifts/%00", 400, "target_malformed"),
        ("/%zz.json", 400, "target_malformed"),
        ("/v1/gifts/rose'%20OR%201=1--", 404, "gift_not_found"),
        ("/" + String(repeating: "a", count: 9_000), 414, "target_too_long"),
        ("/" + String(repeating: "a", count: 64 * 1_024), 414, "target_too_long"),
      ] {
        let reply = try #require(try await get(target, port: daemon.publicPort))
        #expect(reply.status == status)
        #expect(reply.fields["content-type"] == "application/problem+json")
        #expect(reply.text.contains("\"code\":\"\(code)\""))
      }
    }
  }

  @Test(
    arguments: [
      HostileHead("GET rose.json HTTP/1.1\r\nHost: g", 400, "request_malformed"),
      HostileHead("GET /röschen.json HTTP/1.1\r\nHost: g", 400, "request_malformed"),
      HostileHead("GET /\0 HTTP/1.1\r\nHost: g", 400, "request_malformed"),
      HostileHead("GET / HTTP/9.9\r\nHost: g", 400, "request_malformed"),
      HostileHead("BREW / HTTP/1.1\r\nHost: g", 400, "request_malformed"),
      HostileHead("nonsense", 400, "request_malformed"),
      HostileHead("\0\u{1}\u{2}", 400, "request_malformed"),
      HostileHead("GET /rose.json HTTP/1.1\r\nConnection: close", 400, "request_malformed"),
      HostileHead(
        "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close", 400, "request_malformed"),
      HostileHead("GET / HTTP/1.1\r\nHost: g\(repeated("\r\nX: y", 500))", 431, "fields_too_large"),
      HostileHead(
        "GET / HTTP/1.1\r\nHost: g\r\nX: \(repeated("a", 100_000))", 431, "fields_too_large"),
      HostileHead(
        "GET / HTTP/1.1\r\nHost: g\r\nX: \(repeated("a", 1 << 20))", 431, "fields_too_large"),
      HostileHead("GET /\(repeated("a", 100_000)) HTTP/1.1\r\nHost: g", 414, "target_too_long"),
      HostileHead("GET /\(repeated("a", 1 << 20)) HTTP/1.1\r\nHost: g", 414, "target_too_long"),
    ])
  func `a hostile head gets a clear answer and harms nobody`(head: HostileHead) async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withDaemon(database: rose.conninfo) { daemon in
      let bytes = try await exchange(Array("\(head.text)\r\n\r\n".utf8), port: daemon.publicPort)
      let reply = try #require(Reply(bytes))
      #expect(reply.status == head.status)
      #expect(reply.text.contains("\"code\":\"\(head.code)\""))
      #expect(reply.fields["content-type"] == "application/problem+json")
      #expect(reply.fields["content-length"] == String(reply.body.count))
      #expect(try await get("/rose.json", port: daemon.publicPort)?.status == 200)
    }
  }

  @Test func `a hostile head behind a good one does not cost the good one its answer`()
    async throws
  {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withDaemon(database: rose.conninfo) { daemon in
      let good = "GET /rose.json HTTP/1.1\r\nHost: g\r\n\r\n"
      let bytes = try await exchange(
        Array("\(good)\(good)nonsense\r\n\r\n".utf8), port: daemon.publicPort)
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.split(separator: "HTTP/1.1 200 OK").count == 2)
      #expect(text.split(separator: "HTTP/1.1 400 Bad Request").count == 2)
      #expect(text.lowercased().contains("connection: close"))
      #expect(text.contains(#""code":"request_malformed""#))
    }
  }
}

/// A head, without its empty line, and what a client is to be told of it.
struct HostileHead: Sendable, CustomTestStringConvertible {
  let text: String
  let status: Int
  let code: String

  init(_ text: String, _ status: Int, _ code: String) {
    self.text = text
    self.status = status
    self.code = code
  }

  var testDescription: String { "\(text.prefix(60).debugDescription) of \(text.utf8.count) bytes" }
}

private func repeated(_ text: String, _ count: Int) -> String {
  String(repeating: text, count: count)
}
