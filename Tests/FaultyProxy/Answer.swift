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
    let lines = String(decoding: bytes[..<end], as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
      .filter { !$0.lowercased().hasPrefix("connection:") }
    let isLength = { (line: Substring) in line.lowercased().hasPrefix("content-length:") }
    head = (lines.prefix(1) + lines.filter(isLength) + lines.dropFirst().filter { !isLength($0) })
      .joined(separator: "\r\n")
    body = Array(bytes[end...])
  }

  /// Where a cut within the head may be: not after the status line but before the body's length,
  /// which is next to it.
  ///
  /// libcurl takes what is cut there for whole, and Foundation on Linux then ends the process
  /// (swift-corelibs-foundation, issue 5285).
  func cut(using random: inout some RandomNumberGenerator) -> Int {
    let lines = head.split(separator: "\r\n", maxSplits: 2, omittingEmptySubsequences: false)
    let status = lines.first?.utf8.count ?? 0
    let rest = lines.last?.utf8.count ?? 0
    let number = Int.random(in: 0..<(status + rest), using: &random)
    return number < status ? number : head.utf8.count - rest + number - status
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

  /// Flips a bit of the body if that can be told: any bit of what has a digest or, by gzip, a
  /// checksum; of other text, the highest bit of a byte, because the rest is then not UTF-8.
  ///
  /// That nobody changes `4` to `5` in a catalogue, or anything in one that brotli has made, is the
  /// business of TLS.
  mutating func flip(using random: inout some RandomNumberGenerator) {
    guard let index = body.indices.randomElement(using: &random) else { return }
    let fields = head.lowercased()
    let hasDigest = target.hasPrefix("/v1/animations/") || target.hasPrefix("/v1/pictures/")
    if hasDigest || fields.contains("\r\ncontent-encoding: gzip") {
      body[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    } else if !fields.contains("\r\ncontent-encoding:") {
      body[index] ^= 0x80
    }
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
