import NIOCore

/// An answer as it came from the server.
struct Answer: Sendable {
  /// What was asked for.
  let target: String
  /// The head, with the empty line.
  var head: String
  /// What follows it.
  var body: [UInt8]

  /// Nil when there is no whole head.
  init?(target: String, bytes: [UInt8]) {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return nil }
    self.target = target
    // giftd ends the connection because the proxy asks for that; ours to the client goes on.
    head = String(decoding: bytes[..<end], as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
      .filter { !$0.lowercased().hasPrefix("connection:") }
      .joined(separator: "\r\n")
    body = Array(bytes[end...])
  }

  /// A server that is busy; a second is the least that `Retry-After` can say.
  static func unavailable(_ target: String) -> Answer? {
    let body = #"{"code":"overloaded","detail":"Too many.","status":503,"title":"Busy"}"#
    let head = [
      "HTTP/1.1 503 Service Unavailable", "Retry-After: 1", "Cache-Control: no-store",
      "Content-Type: application/problem+json", "Content-Length: \(body.utf8.count)", "", "",
    ]
    return Answer(target: target, bytes: Array((head.joined(separator: "\r\n") + body).utf8))
  }

  var status: Int { Int(head.split(separator: " ", maxSplits: 2).dropFirst().first ?? "") ?? 0 }

  /// Whether a damaged byte can be told: by the digest of the resource, or by the coding's checksum.
  private var isProtected: Bool {
    target.hasPrefix("/v1/animations/") || target.hasPrefix("/v1/pictures/")
      || head.lowercased().contains("\r\ncontent-encoding: gzip")
  }

  /// Flips a bit of the body.
  ///
  /// A catalogue has no digest: that nobody changes `4` to `5` in it is the business of TLS. So only
  /// what makes invalid UTF-8 of it is damaged there, the highest bit of a byte.
  mutating func flip(using random: inout some RandomNumberGenerator) {
    guard let index = body.indices.randomElement(using: &random) else { return }
    body[index] ^= isProtected ? 1 << UInt8.random(in: 0..<8, using: &random) : 0x80
  }

  /// Adds what a cache says (RFC 9111 §5.1).
  mutating func age(seconds: Int) {
    head = head.dropLast(2) + "Age: \(seconds)\r\n\r\n"
  }
}

/// Reads the heads of requests, which have no bodies.
struct RequestReader {
  private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private var bytes: [UInt8] = []

  init(_ inbound: NIOAsyncChannelInboundStream<ByteBuffer>) {
    self.inbound = inbound.makeAsyncIterator()
  }

  /// The next head, with the empty line; nil at the end.
  mutating func next() async throws -> String? {
    let mark = Array("\r\n\r\n".utf8)
    while true {
      if let end = bytes.firstRange(of: mark)?.upperBound {
        defer { bytes.removeFirst(end) }
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      guard let buffer = try await inbound.next(isolation: #isolation) else { return nil }
      bytes += Array(buffer: buffer)
    }
  }
}
