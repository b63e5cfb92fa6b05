import Delivery
import NIOCore
import Testing

struct RefusalTests {
  @Test(
    arguments: [
      "GET /ready HTTP/1.1\nHost: g\n\n", "GET /ready HTTP/1.1\r\nHost: g\n\r\n",
      "GET /ready HTTP/1.1\r\nHost: g\r\n\n", "GET /ready HTTP/1.1\r\nHost: g\rX: y\r\n\r\n",
      "GET /ready HTTP/1.1\r\nHost: g\r\nX: a\r\n b\r\n\r\n",
      "GET /ready HTTP/1.1\r\nHost: g\r\nX: a\r\n\tb\r\n\r\n",
      "GET /ready HTTP/1.1\r\n Host: g\r\n\r\n", "GET /ready HTTP/1.1\r\nHost : g\r\n\r\n",
      "GET /ready HTTP/1.1\r\nHost: g\r\n: v\r\n\r\n", "GET /ready HTTP/1.1\r\nHost\r\n\r\n",
      "GET /ready HTTP/1.1\r\nHost: g\r\nX: \0\r\n\r\n",
      "GET /ready HTTP/1.1\r\nHost: g\r\nX: \u{7F}\r\n\r\n",
      "GET /ready HTTP/1.1\r\nHost: g\r\nX\u{E9}: v\r\n\r\n",
      "GET  /ready HTTP/1.1\r\nHost: g\r\n\r\n", "GET /ready  HTTP/1.1\r\nHost: g\r\n\r\n",
      "GET /ready\tHTTP/1.1\r\nHost: g\r\n\r\n", "GET /re ady HTTP/1.1\r\nHost: g\r\n\r\n",
      "GET /ready\r\nHost: g\r\n\r\n", "GET /ready HTTP/1.1 \r\nHost: g\r\n\r\n",
      "GET /ready HTTP/1.2\r\nHost: g\r\n\r\n", "GET /ready HTTP/2.0\r\nHost: g\r\n\r\n",
      "GET /ready http/1.1\r\nHost: g\r\n\r\n", "get /ready HTTP/1.1\r\nHost: g\r\n\r\n",
      "BREW /ready HTTP/1.1\r\nHost: g\r\n\r\n", "CONNECT g:80 HTTP/1.1\r\nHost: g\r\n\r\n",
      "GET ready HTTP/1.1\r\nHost: g\r\n\r\n", "GET *x HTTP/1.1\r\nHost: g\r\n\r\n",
      "GET http:// HTTP/1.1\r\nHost: g\r\n\r\n", "GET ftp://g/ HTTP/1.1\r\nHost: g\r\n\r\n",
      "GET /r\u{E9} HTTP/1.1\r\nHost: g\r\n\r\n", "GET /\0 HTTP/1.1\r\nHost: g\r\n\r\n",
      "\n\nGET /ready HTTP/1.1\r\nHost: g\r\n\r\n", " GET /ready HTTP/1.1\r\nHost: g\r\n\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}",
    ])
  func `what two readers could read in two ways is read by none`(text: String) async throws {
    let answer = try await withPort { try await exchange(text, port: $0) }
    #expect(answer == refused(.malformed))
  }

  @Test(
    arguments: [
      ["Content-Length: 3", "Transfer-Encoding: chunked"],
      ["Transfer-Encoding: chunked", "Content-Length: 3"],
      ["Content-Length: 3", "Content-Length: 3"], ["Content-Length: 3", "Content-Length: 4"],
      ["Content-Length: 3, 3"], ["Content-Length: +3"], ["Content-Length: -3"],
      ["Content-Length: 0x3"], ["Content-Length:"], ["Content-Length: 3 3"],
      ["Transfer-Encoding: gzip, chunked"], ["Transfer-Encoding: chunked, chunked"],
      ["Transfer-Encoding: identity"], ["Transfer-Encoding: xchunked"], ["Transfer-Encoding:"],
      ["Transfer-Encoding: \u{B}chunked"], ["Transfer-Encoding: chunked;a=b"],
      ["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"],
      ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"],
    ])
  func `a body whose end is not beyond doubt is refused`(fields: [String]) async throws {
    let lines = ["POST /x HTTP/1.1", "Host: g"] + fields
    let text = lines.joined(separator: "\r\n") + "\r\n\r\n0\r\n\r\nGET /ready HTTP/1.1\r\n\r\n"
    let answer = try await withPort { try await exchange(text, port: $0) }
    #expect(answer == refused(.malformed))
  }

  @Test func `chunks are for HTTP 1.1 only`() async throws {
    let text = "POST /x HTTP/1.0\r\nHost: g\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    let answer = try await withPort { try await exchange(text, port: $0) }
    #expect(answer == refused(.malformed))
  }

  @Test(
    arguments: [
      "", "Host:\r\n", "Host: g\r\nHost: g\r\n", "Host: g\r\nhost: h\r\n", "Host: a b\r\n",
      "Host: a,b\r\nHost: c\r\n", "Host: g/x\r\n", "Host: u@g\r\n", "Host: g:x\r\n",
      "Host: [::1\r\n", "Host: []\r\n", "Host: :80\r\n",
    ], ["1.0", "1.1"])
  func `a request names one host`(fields: String, version: String) async throws {
    let text = "GET /ready HTTP/\(version)\r\n\(fields)\r\n"
    let answer = try await withPort { try await exchange(text, port: $0) }
    #expect(answer == refused(.hostMalformed))
  }

  @Test(
    arguments: [
      "3\nabc\r\n0\r\n\r\n", "3\r\nabcd\r\n0\r\n\r\n", "3\r\nabc\n0\r\n\r\n", "\r\n", "g\r\n",
      "-1\r\n", "0x3\r\nabc\r\n0\r\n\r\n", "000000003\r\nabc\r\n0\r\n\r\n", "3 \r\nabc\r\n",
      "3;\0\r\nabc\r\n", "0\r\n T: v\r\n\r\n", "0\r\n\n", "ffffff\r\n",
    ])
  func `behind a body that is none nothing is read`(body: String) async throws {
    let text =
      "POST /x HTTP/1.1\r\nHost: g\r\nTransfer-Encoding: chunked\r\n\r\n\(body)"
      + "GET /ready HTTP/1.1\r\nHost: g\r\n\r\n"
    var limits = DeliveryLimits.standard
    limits.requestArrival = .milliseconds(300)
    let answer = try await withPort(limits) { try await exchange(text, port: $0) }
    #expect(answer.split(separator: "HTTP/1.1 202 Accepted").count <= 1)
    #expect(!answer.contains("ready"))
  }

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
      (
        "PUT / HTTP/1.1\r\nHost: g\r\nContent-Length: 65537\r\n\r\n",
        .bodyTooLarge(limit: 65_536)
      ),
      (
        "PUT / HTTP/1.1\r\nHost: g\r\nContent-Length: \(many("9", 100))\r\n\r\n",
        .bodyTooLarge(limit: 65_536)
      ),
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
      + "HTTP/1.1 202 Accepted\r\nContent-Length: 6\r\n\r\nGET /x"
    #expect(answer == once + once + refused(.malformed))
  }
}

/// What a client is told before the connection ends.
func refused(_ refusal: Refusal) -> String {
  "HTTP/1.1 400 \(refusal)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
}

private func many(_ text: String, _ count: Int) -> String {
  String(repeating: text, count: count)
}
