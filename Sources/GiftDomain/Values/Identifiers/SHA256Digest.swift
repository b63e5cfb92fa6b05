/// A SHA-256 digest (FIPS 180-4): the name of an asset.
package struct SHA256Digest: Hashable, Sendable {
  /// Bytes of a digest.
  package static let byteCount = 32

  /// Exactly 32 bytes.
  package let bytes: [UInt8]

  /// Hashes the first bytes, which are as distinct as all of them.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// Throws `DomainError.outOfRange` unless there are 32 bytes.
  package init(bytes: [UInt8]) throws(DomainError) {
    guard bytes.count == Self.byteCount else {
      let size = Int64(Self.byteCount)
      throw .outOfRange(.digest, value: Int64(bytes.count), allowed: size...size)
    }
    self.bytes = bytes
  }

  /// From 64 lower-case hexadecimal digits.
  ///
  /// Throws `DomainError.malformed` for anything else: upper case would give an asset two URLs.
  package init(hex: String) throws(DomainError) {
    let digits = Array(hex.utf8)
    guard digits.count == 2 * Self.byteCount else { throw .malformed(.digest, text: hex) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.value(ofDigit: digits[index]),
        let low = Self.value(ofDigit: digits[index + 1])
      else { throw .malformed(.digest, text: hex) }
      bytes.append(high << 4 | low)
    }
    self.bytes = bytes
  }

  /// 64 lower-case hexadecimal digits.
  package var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(2 * Self.byteCount)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func value(ofDigit digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
