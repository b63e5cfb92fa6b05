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

  @Test(arguments: [
    "GET rose.json HTTP/1.1\r\nHost: g\r\n\r\n",
    "GET /\(String(repeating: "a", count: 1_024 * 1_024)) HTTP/1.1\r\nHost: g\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: g\r\nX: \(String(repeating: "a", count: 100 * 1_024))\r\n\r\n",
    "GET / HTTP/1.1\r\n\(String(repeating: "X: y\r\n", count: 500))\r\n",
    "nonsense\r\n\r\n",
    "GET /\0 HTTP/1.1\r\nHost: g\r\n\r\n",
    "GET / HTTP/9.9\r\nHost: g\r\n\r\n",
    "\0\u{1}\u{2}\r\n\r\n",
  ])
  func `a hostile head is refused and harms nobody`(head: String) async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withDaemon(database: rose.conninfo) { daemon in
      let bytes = try await exchange(Array(head.utf8), port: daemon.publicPort)
      // A server that closes while it is still being sent to may reset what it has answered.
      #expect([nil, 400].contains(Reply(bytes)?.status))
      #expect(try await get("/rose.json", port: daemon.publicPort)?.status == 200)
    }
  }
}
