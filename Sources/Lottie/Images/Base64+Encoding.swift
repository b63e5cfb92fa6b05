extension Base64 {
  static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding: UInt8 = 0x3D

  /// How many characters stand for so many bytes.
  static func encodedCount(_ byteCount: Int) -> Int {
    (byteCount + 2) / 3 * 4
  }

  /// The text that stands for the bytes, padded to whole groups of four characters.
  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(encodedCount(bytes.count))
    let whole = bytes.count / 3 * 3
    for at in stride(from: 0, to: whole, by: 3) {
      let group = Int(bytes[at]) << 16 | Int(bytes[at + 1]) << 8 | Int(bytes[at + 2])
      text.append(alphabet[group >> 18])
      text.append(alphabet[group >> 12 & 63])
      text.append(alphabet[group >> 6 & 63])
      text.append(alphabet[group & 63])
    }
    switch bytes.count - whole {
    case 1:
      let group = Int(bytes[whole]) << 4
      text += [alphabet[group >> 6], alphabet[group & 63], padding, padding]
    case 2:
      let group = Int(bytes[whole]) << 10 | Int(bytes[whole + 1]) << 2
      text += [alphabet[group >> 12], alphabet[group >> 6 & 63], alphabet[group & 63], padding]
    default:
      break
    }
    return text
  }
}
