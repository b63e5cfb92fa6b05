import NIOCore

/// The result of parsing the beginning of bytes.
enum ParsedHead {
  /// The head is incomplete, but valid so far.
  case incomplete
  case refused(Refusal)
  case head(RequestHead)
}

/// Parses one head, and refuses anything that two parsers could read differently.
///
/// RFC 9112 lets a server be lenient in places: a bare LF for CRLF, folded lines, white space
/// before the colon, several equal lengths. None of that is accepted here.
struct RequestHeadParser {
  private let limits: HeadLimits
  private var fields: [FieldLine] = []
  private var index = 0

  private init(_ limits: HeadLimits) {
    self.limits = limits
  }

  /// Parses the head that `bytes` begin with.
  static func parse(_ bytes: ByteBuffer, _ limits: HeadLimits) -> ParsedHead {
    var parser = RequestHeadParser(limits)
    do throws(Stop) {
      return .head(try parser.head(bytes, bytes.readableBytesUInt8Span))
    } catch {
      switch error {
      case .incomplete: return .incomplete
      case .refused(let refusal): return .refused(refusal)
      }
    }
  }

  private enum Stop: Error {
    case incomplete
    case refused(Refusal)
  }

  private mutating func head(
    _ buffer: ByteBuffer, _ bytes: Span<UInt8>
  ) throws(Stop) -> RequestHead {
    let method = try method(bytes)
    let target = try target(bytes)
    let isVersion10 = try isVersion10(bytes)
    try readFields(bytes)
    try checkHost(bytes, isVersion10: isVersion10)
    let announcesBody = try announcesBody(bytes, isVersion10: isVersion10)
    return RequestHead(
      method: method, isVersion10: isVersion10,
      isPersistent: !announcesBody && persists(bytes, isVersion10: isVersion10), byteCount: index,
      bytes: buffer, targetRange: target, fields: fields)
  }

  /// The methods of RFC 9110 §9.3 except CONNECT, which is only for proxies; PATCH (RFC 5789) and
  /// QUERY.
  private static let otherMethods = ["POST", "PUT", "DELETE", "TRACE", "PATCH", "QUERY"]

  /// A case-sensitive token (RFC 9110 §9.1).
  private mutating func method(_ bytes: Span<UInt8>) throws(Stop) -> RequestHead.Method {
    let start = index
    while true {
      let byte = try byte(bytes)
      if byte == UInt8(ascii: " ") { break }
      guard isTokenByte(byte) else { throw .refused(.malformed) }
      // RFC 9112 §3: a method longer than any known one is not implemented.
      guard index - start <= limits.maxMethodBytes else { throw .refused(.methodUnknown) }
    }
    let range = start..<(index - 1)
    guard !range.isEmpty else { throw .refused(.malformed) }
    if bytes.equals(range, "GET") { return .get }
    if bytes.equals(range, "HEAD") { return .head }
    if bytes.equals(range, "OPTIONS") { return .options }
    for name in Self.otherMethods where bytes.equals(range, name) { return .other }
    // It is for proxies, and the following bytes need not be HTTP.
    if bytes.equals(range, "CONNECT") { throw .refused(.methodUnknown) }
    return .unknown
  }

  /// Any of the forms of RFC 9112 §3.2 except CONNECT's; the router decides which of them is valid.
  private mutating func target(_ bytes: Span<UInt8>) throws(Stop) -> Range<Int> {
    let start = index
    var isPath = true
    while true {
      let byte = try byte(bytes)
      if byte == UInt8(ascii: " ") { break }
      guard byte > 0x20, byte < 0x7F else { throw .refused(.malformed) }
      guard index - start <= limits.maxTargetBytes else {
        throw .refused(.targetTooLong(limit: limits.maxTargetBytes))
      }
      if byte == UInt8(ascii: "?") { isPath = false }
      if byte == UInt8(ascii: "0"), isPath, index - start > 2, bytes[index - 2] == byte,
        bytes[index - 3] == UInt8(ascii: "%")
      {
        // A byte that ends a C string would end the path for some.
        throw .refused(.targetMalformed)
      }
    }
    let range = start..<(index - 1)
    guard isTargetForm(bytes, range) else { throw .refused(.malformed) }
    return range
  }

  private func isTargetForm(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let start = range.first else { return false }
    if bytes[start] == UInt8(ascii: "/") { return true }
    if bytes[start] == UInt8(ascii: "*") { return range.count == 1 }
    for scheme in Self.schemes where range.count > scheme.utf8.count {
      let host = start + scheme.utf8.count
      guard bytes.equals(start..<host, lowercased: scheme) else { continue }
      let end = (host..<range.upperBound).first {
        bytes[$0] == UInt8(ascii: "/") || bytes[$0] == UInt8(ascii: "?")
      }
      return isHost(bytes, host..<(end ?? range.upperBound))
    }
    return false
  }

  private static let schemes = ["http://", "https://"]

  private mutating func isVersion10(_ bytes: Span<UInt8>) throws(Stop) -> Bool {
    for letter in "HTTP/1.".utf8 {
      guard try byte(bytes) == letter else { throw .refused(.malformed) }
    }
    let minor = try byte(bytes)
    guard minor == UInt8(ascii: "1") || minor == UInt8(ascii: "0") else {
      throw .refused(.malformed)
    }
    try lineEnd(bytes)
    return minor == UInt8(ascii: "0")
  }

  private mutating func readFields(_ bytes: Span<UInt8>) throws(Stop) {
    let start = index
    var count = 0
    while try byte(bytes) != UInt8(ascii: "\r") {
      index -= 1
      count += 1
      guard count <= limits.maxFields else {
        throw .refused(.fieldsTooLarge(limit: limits.maxFieldBytes))
      }
      let name = try fieldName(bytes, start)
      let value = try fieldValue(bytes, start)
      if let known = FieldName(bytes, name) { fields.append(FieldLine(name: known, value: value)) }
    }
    guard try byte(bytes) == UInt8(ascii: "\n") else { throw .refused(.malformed) }
  }

  /// A token, and the colon right after it (RFC 9112 §5.1).
  private mutating func fieldName(_ bytes: Span<UInt8>, _ begin: Int) throws(Stop) -> Range<Int> {
    let start = index
    let end = run(bytes, from: start, begin, while: isTokenByte)
    index = end
    try checkSize(begin)
    guard try byte(bytes) == UInt8(ascii: ":"), end > start else { throw .refused(.malformed) }
    return start..<end
  }

  /// The text up to CRLF, without surrounding white space (RFC 9110 §5.5).
  private mutating func fieldValue(_ bytes: Span<UInt8>, _ begin: Int) throws(Stop) -> Range<Int> {
    let start = run(bytes, from: index, begin, while: isBlank)
    index = run(bytes, from: start, begin, while: isValueByte)
    try checkSize(begin)
    var end = index
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    try lineEnd(bytes)
    return start..<end
  }

  /// The end of a run of bytes of one kind, limited to one more than fields may have.
  @inline(__always)
  private func run(
    _ bytes: Span<UInt8>, from start: Int, _ begin: Int, while isOfKind: (UInt8) -> Bool
  ) -> Int {
    let limit = min(bytes.count, begin + limits.maxFieldBytes + 1)
    var end = start
    while end < limit, isOfKind(bytes[end]) { end += 1 }
    return end
  }

  private func checkSize(_ begin: Int) throws(Stop) {
    guard index - begin <= limits.maxFieldBytes else {
      throw .refused(.fieldsTooLarge(limit: limits.maxFieldBytes))
    }
  }

  /// One host, which HTTP/1.0 need not name (RFC 9112 §3.2), as load balancers' probes do not.
  private func checkHost(_ bytes: Span<UInt8>, isVersion10: Bool) throws(Stop) {
    var hosts = 0
    for field in fields where field.name == .host {
      hosts += 1
      guard isHost(bytes, field.value) else { throw .refused(.hostMalformed) }
    }
    guard hosts == 1 || (hosts == 0 && isVersion10) else { throw .refused(.hostMalformed) }
  }

  /// Whether the client wants the connection to stay open (RFC 9112 §9.3).
  private func persists(_ bytes: Span<UInt8>, isVersion10: Bool) -> Bool {
    var closes = false
    var keepsAlive = false
    for field in fields where field.name == .connection {
      let options = bytes.extracting(field.value)
      var start = 0
      while let option = options.nextMember(&start, before: UInt8(ascii: ",")) {
        if options.equals(option, lowercased: "close") { closes = true }
        if options.equals(option, lowercased: "keep-alive") { keepsAlive = true }
      }
    }
    return !closes && (keepsAlive || !isVersion10)
  }

  /// Whether a body follows (RFC 9112 §6.3, without its concessions to old peers).
  private func announcesBody(_ bytes: Span<UInt8>, isVersion10: Bool) throws(Stop) -> Bool {
    var framing: Bool?
    for field in fields where field.name == .contentLength || field.name == .transferEncoding {
      guard framing == nil else { throw .refused(.malformed) }
      if field.name == .contentLength {
        framing = try isAboveZero(bytes, field.value)
      } else {
        guard !isVersion10, bytes.equals(field.value, lowercased: "chunked") else {
          throw .refused(.malformed)
        }
        framing = true
      }
    }
    return framing ?? false
  }

  /// Whether a length is above zero; the value does not matter, because the body is not read.
  private func isAboveZero(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(Stop) -> Bool {
    guard !range.isEmpty else { throw .refused(.malformed) }
    var isAboveZero = false
    for index in range {
      guard isDigit(bytes[index]) else { throw .refused(.malformed) }
      if bytes[index] != UInt8(ascii: "0") { isAboveZero = true }
    }
    return isAboveZero
  }

  @inline(__always)
  private mutating func byte(_ bytes: Span<UInt8>) throws(Stop) -> UInt8 {
    guard index < bytes.count else { throw .incomplete }
    defer { index += 1 }
    return bytes[index]
  }

  private mutating func lineEnd(_ bytes: Span<UInt8>) throws(Stop) {
    guard try byte(bytes) == UInt8(ascii: "\r"), try byte(bytes) == UInt8(ascii: "\n") else {
      throw .refused(.malformed)
    }
  }
}
