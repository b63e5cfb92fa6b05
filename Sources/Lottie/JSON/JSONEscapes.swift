/// The escapes of strings (RFC 8259, section 7).
enum JSONEscapes {
  /// A string with quotes, escaping only what must be escaped.
  static func quoted(_ text: String) -> [UInt8] {
    var written: [UInt8] = [ASCII.quote]
    for byte in text.utf8 {
      switch byte {
      case ASCII.quote, ASCII.backslash: written += [ASCII.backslash, byte]
      case ASCII.lineFeed: written += [ASCII.backslash, ASCII.n]
      case ASCII.carriageReturn: written += [ASCII.backslash, ASCII.r]
      case ASCII.tab: written += [ASCII.backslash, ASCII.t]
      case 0..<0x10: written += Array("\\u000\(String(byte, radix: 16))".utf8)
      case 0x10..<ASCII.space: written += Array("\\u00\(String(byte, radix: 16))".utf8)
      default: written.append(byte)
      }
    }
    written.append(ASCII.quote)
    return written
  }

  /// The UTF-8 bytes of the text between a string's quotes, which the reader has accepted; stops
  /// once there are `enough`.
  static func resolved(_ text: ArraySlice<UInt8>, enough: Int = .max) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(min(text.count, enough))
    var at = text.startIndex
    while at < text.endIndex, result.count < enough {
      guard text[at] == ASCII.backslash, at + 1 < text.endIndex else {
        result.append(text[at])
        at += 1
        continue
      }
      guard text[at + 1] == ASCII.u else {
        result.append(shortEscape(text[at + 1]))
        at += 2
        continue
      }
      var scalar = unit(text, at + 2)
      at += 6
      if scalar & 0xFC00 == 0xD800 {
        scalar = 0x10000 + (scalar & 0x3FF) << 10 + unit(text, at + 2) & 0x3FF
        at += 6
      }
      appendUTF8(scalar, to: &result)
    }
    return result
  }

  private static func shortEscape(_ letter: UInt8) -> UInt8 {
    switch letter {
    case ASCII.b: 0x08
    case ASCII.f: 0x0C
    case ASCII.n: ASCII.lineFeed
    case ASCII.r: ASCII.carriageReturn
    case ASCII.t: ASCII.tab
    default: letter
    }
  }

  private static func unit(_ text: ArraySlice<UInt8>, _ start: Int) -> UInt32 {
    text[min(start, text.endIndex)..<min(start + 4, text.endIndex)].reduce(0) { unit, byte in
      unit << 4 | (ASCII.hexValue(byte) ?? 0)
    }
  }

  private static func appendUTF8(_ value: UInt32, to result: inout [UInt8]) {
    guard let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) else { return }
    result.append(contentsOf: encoded)
  }
}
