/// Base64 with padding, as RFC 4648, section 4, writes it.
enum Base64 {
  /// The bytes that the text stands for, or nil if it is not base64.
  ///
  /// White space is not allowed.
  static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0, !text.isEmpty else { return nil }
    let padding = text.suffix(2).reversed().prefix { $0 == 0x3D }.count
    let digits = text.dropLast(padding)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var group: UInt32 = 0
    var held = 0
    for character in digits {
      guard let digit = value(character) else { return nil }
      group = group << 6 | UInt32(digit)
      held += 1
      guard held == 4 else { continue }
      bytes.append(UInt8(truncatingIfNeeded: group >> 16))
      bytes.append(UInt8(truncatingIfNeeded: group >> 8))
      bytes.append(UInt8(truncatingIfNeeded: group))
      group = 0
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

  @inline(__always)
  private static func value(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x41...0x5A: character &- 0x41
    case 0x61...0x7A: character &- 0x61 &+ 26
    case 0x30...0x39: character &- 0x30 &+ 52
    case 0x2B: 62
    case 0x2F: 63
    default: nil
    }
  }
}
