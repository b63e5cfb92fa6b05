/// The tokens of JSON: each function takes the text and an offset, and returns the token's end.
enum JSONToken {
  /// Numbers with more characters than this may be too large for a 32-bit float.
  private static let usualDigits = 7

  /// The first offset at or after `start` that is not white space.
  @inline(__always)
  static func afterSpace(_ text: Span<UInt8>, _ start: Int) -> Int {
    var at = start
    while text.holds(at) {
      let byte = text[at]
      guard byte <= ASCII.space,
        byte == ASCII.space || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
          || byte == ASCII.tab
      else { break }
      at &+= 1
    }
    return at
  }

  /// Reads the number at `start` (RFC 8259, section 6).
  @inline(__always)
  static func number(
    _ text: Span<UInt8>, _ start: Int, maxDigits: Int
  ) throws(JSONError) -> (end: Int, isUnusual: Bool) {
    var at = start
    if text[at] == ASCII.minus { at &+= 1 }
    let integer = at
    at = afterDigits(text, at)
    let digits = at &- integer
    guard digits > 0 else { throw numberFault(text, at) }
    guard digits == 1 || text[integer] != ASCII.zero else {
      throw .malformed(.number, offset: integer)
    }
    var isUnusual = digits > usualDigits
    if text.holds(at), text[at] == ASCII.point {
      let fraction = at &+ 1
      at = afterDigits(text, fraction)
      guard at > fraction else { throw numberFault(text, at) }
    }
    if text.holds(at), text[at] | ASCII.smallLetterBit == ASCII.e {
      isUnusual = true
      at &+= 1
      if text.holds(at), text[at] == ASCII.plus || text[at] == ASCII.minus { at &+= 1 }
      let exponent = at
      at = afterDigits(text, exponent)
      guard at > exponent else { throw numberFault(text, at) }
    }
    guard at &- start <= maxDigits else { throw .exceeds(.digits, limit: maxDigits, offset: start) }
    return (at, isUnusual)
  }

  @inline(__always)
  private static func afterDigits(_ text: Span<UInt8>, _ start: Int) -> Int {
    var at = start
    while text.holds(at), ASCII.isDigit(text[at]) { at &+= 1 }
    return at
  }

  private static func numberFault(_ text: Span<UInt8>, _ at: Int) -> JSONError {
    .malformed(text.holds(at) ? .number : .unclosed, offset: at)
  }

  /// Reads the string at `start`, whose first byte is a quote (RFC 8259, section 7).
  @inline(__always)
  static func string(
    _ text: Span<UInt8>, _ start: Int, maxBytes: Int
  ) throws(JSONError) -> (end: Int, hasEscape: Bool, isASCII: Bool) {
    var at = start &+ 1
    var hasEscape = false
    var isASCII = true
    while true {
      while let word = JSONWord(text, at: at) {
        let ordinary = word.ordinaryBytes
        at &+= ordinary
        guard ordinary == JSONWord.size else { break }
      }
      guard text.holds(at) else { throw .malformed(.unclosed, offset: at) }
      let byte = text[at]
      if isOrdinary(byte) {
        at &+= 1
      } else if byte == ASCII.quote {
        guard at &- start &- 1 <= maxBytes else {
          throw .exceeds(.stringBytes, limit: maxBytes, offset: start)
        }
        return (at &+ 1, hasEscape, isASCII)
      } else if byte == ASCII.backslash {
        hasEscape = true
        at = try afterEscape(text, at)
      } else if byte >= 0x80 {
        isASCII = false
        at = try afterScalar(text, at)
      } else {
        throw .malformed(.controlCharacter, offset: at)
      }
    }
  }

  /// Whether a byte of a string is literal: printable ASCII, and neither a quote nor a backslash.
  @inline(__always)
  private static func isOrdinary(_ byte: UInt8) -> Bool {
    byte > ASCII.backslash
      ? byte < 0x80 : byte >= ASCII.space && byte != ASCII.quote && byte != ASCII.backslash
  }

  /// Reads the name at `start`, whose first byte is a quote; `code` is its packed form for the
  /// node.
  @inline(__always)
  static func key(
    _ text: Span<UInt8>, _ start: Int, maxBytes: Int
  ) throws(JSONError) -> (end: Int, hasEscape: Bool, isASCII: Bool, code: UInt32) {
    var code: UInt32 = 0
    var at = start &+ 1
    let end = min(at &+ min(JSONNode.packedBytes, maxBytes), text.count &- 1)
    while at <= end {
      let byte = text[at]
      if byte == ASCII.quote { return (at &+ 1, false, true, code) }
      guard isOrdinary(byte) else { break }
      code = code << 8 | UInt32(byte)
      at &+= 1
    }
    let string = try Self.string(text, start, maxBytes: maxBytes)
    return (string.end, string.hasEscape, string.isASCII, JSONNode.unpacked)
  }

  private static func afterEscape(_ text: Span<UInt8>, _ start: Int) throws(JSONError) -> Int {
    let at = start + 1
    guard text.holds(at) else { throw .malformed(.unclosed, offset: at) }
    switch text[at] {
    case ASCII.quote, ASCII.backslash, ASCII.slash, ASCII.b, ASCII.f, ASCII.n, ASCII.r, ASCII.t:
      return at + 1
    case ASCII.u:
      let unit = try hexUnit(text, at + 1, escape: start)
      guard unit & 0xF800 == 0xD800 else { return at + 5 }
      let second = at + 5
      guard unit < 0xDC00, second + 1 < text.count, text[second] == ASCII.backslash,
        text[second + 1] == ASCII.u,
        try hexUnit(text, second + 2, escape: second) & 0xFC00 == 0xDC00
      else { throw .malformed(.surrogate, offset: start) }
      return second + 6
    default:
      throw .malformed(.escape, offset: start)
    }
  }

  private static func hexUnit(
    _ text: Span<UInt8>, _ start: Int, escape: Int
  ) throws(JSONError) -> UInt32 {
    var unit: UInt32 = 0
    for at in start..<start + 4 {
      guard text.holds(at) else { throw .malformed(.unclosed, offset: at) }
      guard let digit = ASCII.hexValue(text[at]) else { throw .malformed(.escape, offset: escape) }
      unit = unit << 4 | digit
    }
    return unit
  }

  /// The offset after one well-formed UTF-8 sequence of 2 to 4 bytes (Unicode 16, table 3-7).
  private static func afterScalar(_ text: Span<UInt8>, _ start: Int) throws(JSONError) -> Int {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch text[start] {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw .malformed(.utf8, offset: start)
    }
    guard start + length <= text.count, second.contains(text[start + 1]) else {
      throw .malformed(.utf8, offset: start)
    }
    for at in start + 2..<max(start + length, start + 2) where text[at] & 0xC0 != 0x80 {
      throw .malformed(.utf8, offset: start)
    }
    return start + length
  }

  /// Reads the given word: `true`, `false` or `null`.
  ///
  /// Not inlined: words are rare, and the loop for all other values is faster without them.
  @inline(never)
  static func word(
    _ spelling: JSONKey, _ length: Int, _ text: Span<UInt8>, _ start: Int
  ) throws(JSONError) -> Int {
    var at = start
    for index in 0..<length {
      guard text.holds(at) else { throw .malformed(.unclosed, offset: at) }
      let letter = spelling.packed >> UInt64(8 &* (length &- 1 &- index))
      guard text[at] == UInt8(truncatingIfNeeded: letter) else {
        throw .malformed(.literal, offset: start)
      }
      at &+= 1
    }
    return at
  }

  /// The error for a byte where a comma, a colon, a bracket or a key is expected.
  static func unexpected(_ text: Span<UInt8>, _ at: Int) -> JSONError {
    .malformed(text[at] == ASCII.slash ? .comment : .unexpected, offset: at)
  }

  /// The error for a byte where a value is expected and does not begin.
  static func noValue(_ text: Span<UInt8>, _ at: Int) -> JSONError {
    switch text[at] {
    case ASCII.plus, ASCII.point: .malformed(.number, offset: at)
    case 0x41...0x5A, 0x61...0x7A: .malformed(.literal, offset: at)
    default: unexpected(text, at)
    }
  }
}
