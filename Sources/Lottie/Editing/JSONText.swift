/// Writes values as JSON.
enum JSONText {
  /// A string with its quotes: what must be escaped is, and nothing else (RFC 8259, section 7).
  static func string(_ text: String) -> [UInt8] {
    var written: [UInt8] = [ASCII.quote]
    for byte in text.utf8 {
      switch byte {
      case ASCII.quote, ASCII.backslash: written += [ASCII.backslash, byte]
      case ASCII.lineFeed: written += [ASCII.backslash, ASCII.n]
      case ASCII.carriageReturn: written += [ASCII.backslash, ASCII.r]
      case ASCII.tab: written += [ASCII.backslash, ASCII.t]
      case 0..<ASCII.space:
        let digits = String(byte, radix: 16)
        written += Array("\\u".utf8) + Array(String(repeating: "0", count: 4 - digits.count).utf8)
        written += Array(digits.utf8)
      default: written.append(byte)
      }
    }
    written.append(ASCII.quote)
    return written
  }
}
