import Delivery
import NIOCore
import Testing

struct RefusalTests {
  @Test(
    arguments: [
      (
        "GET /\(many("a", 8_000)) HTTP/1.1\r\nHost: g\r\n\r\n",
        Refusal.targetTooLong(limit: 8_000)
      ),
      ("GET /\(many("a", 1 << 20))", .targetTooLong(limit: 8_000)),
      (
        "GET / HTTP/1.1\r\nHost: g\r\n\(many("X: y\r\n", 100))\r\n",
        .fieldsTooLarge(limit: 16_384)
      ),
      (
        "GET / HTTP/1.1\r\nHost: g\r\nX: \(many("a", 20_000))\r\n\r\n",
        .fieldsTooLarge(limit: 16_384)
      ),
      ("GET / HTTP/1.1\r\nHost: g\r\nX:\(many(" ", 1 << 20))", .fieldsTooLarge(limit: 16_384)),
      ("GET / HTTP/1.1\r\nHost: g\r\n\(many("a", 1 << 20))", .fieldsTooLarge(limit: 16_384)),
    ])
  func `what is too large is refused before it is whole`(text: String, refusal: Refusal)
    async throws
  {
    let answer = try await withPort { try await exchange(text, port: $0) }
    #expect(answer == refused(refusal))
  }

  @Test func `what came before a refusal keeps its answers`() async throws {
    let good = "GET /ready HTTP/1.1\r\nHost: g\r\n\r\nGET /x HTTP/1.1\r\nHost: g\r\n\r\n"
    let answer = try await withPort { port in
      try await exchange(good + good + "nonsense\r\n\r\n", port: port)
    }
    let once =
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nready"
      + "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nGET /x"
    #expect(answer == once + once + refused(.malformed))
  }
}

/// What a client is told before the connection ends.
func refused(_ refusal: Refusal) -> String {
  "HTTP/1.1 400 Bad Request\r\nRefusal: \(refusal)\r\nContent-Length: 0\r\n"
    + "X-Request-Id: made\r\nConnection: close\r\n\r\n"
}

private func many(_ text: String, _ count: Int) -> String {
  String(repeating: text, count: count)
}
