import NIOCore

/// How a request's body ends, and how far it has come.
enum BodyFraming: Sendable {
  /// This many bytes are still to come.
  case counted(Int)
  case chunked(ChunkedBody)
  /// What came can be no body; nobody knows where the next request would begin.
  case broken

  /// Whether all of it has come; what is broken has come as far as it ever will.
  var isWhole: Bool {
    switch self {
    case .counted(let rest): rest == 0
    case .chunked(let body): body.isWhole
    case .broken: true
    }
  }

  var isBroken: Bool {
    if case .broken = self { return true }
    return false
  }

  /// Takes what belongs to the body off the front of `bytes`.
  mutating func take(from bytes: inout ByteBuffer) -> ByteBuffer {
    let count: Int
    switch self {
    case .counted(let rest):
      count = min(rest, bytes.readableBytes)
      self = .counted(rest - count)
    case .chunked(var body):
      count = body.take(bytes.readableBytesUInt8Span)
      self = body.isBroken ? .broken : .chunked(body)
    case .broken:
      count = 0
    }
    return bytes.readSlice(length: count) ?? ByteBuffer()
  }
}

/// The chunked coding of RFC 9112 §7.1, read only to find its end, and strictly: CRLF and nothing
/// else ends a line.
struct ChunkedBody: Sendable {
  private(set) var isWhole = false
  private(set) var isBroken = false
  private let maxBytes: Int
  private var state = State.size(digits: 0)
  private var chunk = 0
  /// Of all chunks and their framing.
  private var byteCount = 0

  init(maxBytes: Int) {
    self.maxBytes = maxBytes
  }

  private enum State {
    case size(digits: Int)
    case chunkExtension
    case sizeEnd
    case data(rest: Int)
    case dataReturn
    case dataEnd
    case trailerStart
    case trailer
    case trailerEnd
    case lastEnd
  }

  /// More would be a number that no body may reach.
  private static let maxSizeDigits = 8

  /// Reads on in `bytes`, and says how many of them belong to the body.
  mutating func take(_ bytes: Span<UInt8>) -> Int {
    var index = 0
    while index < bytes.count, !isWhole, !isBroken {
      if case .data(let rest) = state {
        let count = min(rest, bytes.count - index)
        state = count == rest ? .dataReturn : .data(rest: rest - count)
        index += count
        byteCount += count
      } else {
        read(bytes[index])
        index += 1
        byteCount += 1
      }
      if byteCount > maxBytes { isBroken = true }
    }
    return isBroken ? 0 : index
  }

  private mutating func read(_ byte: UInt8) {
    switch state {
    case .size(let digits): readSize(byte, digits)
    case .chunkExtension:
      if byte == UInt8(ascii: "\r") { state = .sizeEnd } else { expect(isValueByte(byte)) }
    case .sizeEnd:
      expect(byte == UInt8(ascii: "\n"))
      state = chunk == 0 ? .trailerStart : .data(rest: chunk)
    case .data: break
    case .dataReturn:
      expect(byte == UInt8(ascii: "\r"))
      state = .dataEnd
    case .dataEnd:
      expect(byte == UInt8(ascii: "\n"))
      state = .size(digits: 0)
    case .trailerStart:
      expect(byte == UInt8(ascii: "\r") || isTokenByte(byte))
      state = byte == UInt8(ascii: "\r") ? .lastEnd : .trailer
    case .trailer:
      if byte == UInt8(ascii: "\r") { state = .trailerEnd } else { expect(isValueByte(byte)) }
    case .trailerEnd:
      expect(byte == UInt8(ascii: "\n"))
      state = .trailerStart
    case .lastEnd:
      expect(byte == UInt8(ascii: "\n"))
      isWhole = !isBroken
    }
  }

  private mutating func readSize(_ byte: UInt8, _ digits: Int) {
    if let digit = hexValue(byte) {
      expect(digits < Self.maxSizeDigits)
      chunk = (digits == 0 ? 0 : chunk << 4) | Int(digit)
      state = .size(digits: digits + 1)
    } else {
      expect(digits > 0 && (byte == UInt8(ascii: "\r") || byte == UInt8(ascii: ";")))
      state = byte == UInt8(ascii: ";") ? .chunkExtension : .sizeEnd
    }
  }

  private mutating func expect(_ isAsExpected: Bool) {
    if !isAsExpected { isBroken = true }
  }
}

private func hexValue(_ byte: UInt8) -> UInt8? {
  if isDigit(byte) { return byte - UInt8(ascii: "0") }
  let lower = byte | 0x20
  guard lower >= UInt8(ascii: "a"), lower <= UInt8(ascii: "f") else { return nil }
  return lower - UInt8(ascii: "a") + 10
}
