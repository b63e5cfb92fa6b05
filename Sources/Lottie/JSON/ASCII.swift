/// The bytes that JSON's grammar names (RFC 8259, section 2).
enum ASCII {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let plus: UInt8 = 0x2B
  static let comma: UInt8 = 0x2C
  static let minus: UInt8 = 0x2D
  static let point: UInt8 = 0x2E
  static let slash: UInt8 = 0x2F
  static let zero: UInt8 = 0x30
  static let nine: UInt8 = 0x39
  static let colon: UInt8 = 0x3A
  static let openBracket: UInt8 = 0x5B
  static let backslash: UInt8 = 0x5C
  static let closeBracket: UInt8 = 0x5D
  static let b: UInt8 = 0x62
  static let e: UInt8 = 0x65
  static let f: UInt8 = 0x66
  static let n: UInt8 = 0x6E
  static let r: UInt8 = 0x72
  static let t: UInt8 = 0x74
  static let u: UInt8 = 0x75
  static let openBrace: UInt8 = 0x7B
  static let closeBrace: UInt8 = 0x7D
  /// The bit that tells small letters from capitals.
  static let smallLetterBit: UInt8 = 0x20

  /// Whether the byte is one of `0` to `9`.
  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool {
    byte &- zero <= 9
  }

  /// Whether the byte is one of `a` to `z` and `A` to `Z`.
  static func isLetter(_ byte: UInt8) -> Bool { (byte | smallLetterBit) &- 0x61 < 26 }

  /// Whether the byte may occur in the scheme of a URI (RFC 3986, section 3.1).
  static func isOfScheme(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == plus || byte == minus || byte == point
  }

  /// The value of a hexadecimal digit, or nil.
  static func hexValue(_ byte: UInt8) -> UInt32? {
    if isDigit(byte) { return UInt32(byte &- zero) }
    let letter = (byte | smallLetterBit) &- 0x61
    return letter < 6 ? UInt32(letter) + 10 : nil
  }
}

extension Span {
  /// Whether an offset is in bounds, written as the span itself checks each access, so that the
  /// compiler merges both checks.
  @inline(__always)
  func holds(_ offset: Int) -> Bool {
    UInt(bitPattern: offset) < UInt(bitPattern: count)
  }
}
