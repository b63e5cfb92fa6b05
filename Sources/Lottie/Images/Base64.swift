/// Base64 with padding (RFC 4648, section 4).
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  /// The value of each byte as a digit; 64 for other bytes.
  private static let digits: [UInt8] = {
    var digits = [UInt8](repeating: 64, count: 256)
    for (digit, character) in alphabet.enumerated() { digits[Int(character)] = UInt8(digit) }
    return digits
  }()
  /// The character `=`, of which up to two fill the last group.
  static let padding: UInt8 = 0x3D

  /// The number of characters that encode a number of bytes.
  static func encodedCount(_ byteCount: Int) -> Int { (byteCount + 2) / 3 * 4 }

  /// The bytes in base64, padded to whole groups of four characters.
  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(encodedCount(bytes.count))
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let held = min(bytes.count - start, 3)
      var group = 0
      for at in 0..<3 { group = group << 8 | (at < held ? Int(bytes[start + at]) : 0) }
      for at in 0..<4 {
        text.append(at <= held ? alphabet[group >> (18 - 6 * at) & 63] : padding)
      }
    }
    return text
  }

  /// Whether `decoded` accepts the text, without decoding it.
  static func isValid(_ text: ArraySlice<UInt8>) -> Bool {
    guard let text = withoutPadding(text) else { return false }
    let digits = Self.digits
    let span = text.span
    var seen: UInt8 = 0
    for at in span.indices { seen |= digits[Int(span[at])] }
    return seen < 64
  }

  /// The decoded bytes, or nil if the text is not base64.
  ///
  /// White space is not allowed.
  static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard let text = withoutPadding(text) else { return nil }
    let digits = Self.digits
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var group: UInt32 = 0
    /// Bits of the group that do not yet make a byte.
    var held = 0
    for character in text {
      let digit = digits[Int(character)]
      guard digit < 64 else { return nil }
      group = group << 6 | UInt32(digit)
      held += 6
      guard held >= 8 else { continue }
      held -= 8
      bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(held)))
    }
    return bytes
  }

  /// The bytes of the first characters, as far as there are whole groups.
  static func decodedHead(_ text: ArraySlice<UInt8>, maxCharacters: Int) -> [UInt8] {
    decoded(text.prefix(min(maxCharacters, text.count) / 4 * 4)) ?? []
  }

  /// The digits of a text of whole groups, or nil.
  private static func withoutPadding(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard text.count % 4 == 0, !text.isEmpty else { return nil }
    return text.dropLast(text.suffix(2).reversed().prefix { $0 == padding }.count)
  }
}
