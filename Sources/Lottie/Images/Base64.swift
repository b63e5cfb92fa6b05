/// Base64 with padding, as RFC 4648, section 4, writes it.
enum Base64 {
  /// The bytes that the text stands for, or nil if it is not base64.
  ///
  /// White space is not allowed.
  static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0, !text.isEmpty else { return nil }
    let padding = text.suffix(2).reversed().prefix { $0 == 0x3D }.count
    let digits = Self.digits
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var group: UInt32 = 0
    var held = 0
    for character in text.dropLast(padding) {
      let digit = digits[Int(character)]
      guard digit < 64 else { return nil }
      group = group << 6 | UInt32(digit)
      held &+= 1
      guard held == 4 else { continue }
      bytes.append(UInt8(truncatingIfNeeded: group >> 16))
      bytes.append(UInt8(truncatingIfNeeded: group >> 8))
      bytes.append(UInt8(truncatingIfNeeded: group))
      held = 0
    }
    if held == 3 {
      bytes.append(UInt8(truncatingIfNeeded: group >> 10))
      bytes.append(UInt8(truncatingIfNeeded: group >> 2))
    } else if held == 2 {
      bytes.append(UInt8(truncatingIfNeeded: group >> 4))
    }
    return bytes
  }

  /// For each byte, the digit that it is; 64 if it is none.
  static let digits: [UInt8] = {
    var digits = [UInt8](repeating: 64, count: 256)
    for (digit, character) in alphabet.enumerated() { digits[Int(character)] = UInt8(digit) }
    return digits
  }()
}
