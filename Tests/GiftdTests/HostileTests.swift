import DaemonSupport
import Support
import Testing

struct HostileTests {
  @Test(
    arguments: [
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
