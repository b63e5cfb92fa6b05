// The encoding of values: texts and numbers, decoded by the rules of the initialisers, so that
// invalid values written by hand are refused as everywhere else.

/// A value that is encoded as its text, also as a key, and ordered by it.
package protocol TextCodable: Codable, CodingKeyRepresentable, Comparable, CustomStringConvertible {
  /// The encoded text.
  var text: String { get }
  /// Throws `DomainError` for text that breaks the value's rule.
  init(_ text: String) throws(DomainError)
}

extension TextCodable {
  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the text.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// The text itself.
  package var description: String { text }

  /// Alphabetical order.
  package static func < (left: Self, right: Self) -> Bool { left.text < right.text }

  /// The text, as a key.
  package var codingKey: any CodingKey { text.codingKey }

  /// Nil for a key that breaks the value's rule.
  package init?(codingKey: some CodingKey) {
    do {
      try self.init(codingKey.stringValue)
    } catch {
      return nil
    }
  }
}

/// A text that equals another only if its bytes do.
///
/// Texts that only look the same, such as a composed and a decomposed é, are drawn differently by
/// some players, and one may replace the other.
package protocol ExactText: TextCodable, Hashable {}

extension ExactText {
  /// Compares bytes.
  package static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

extension LocalTime: TextCodable {
  /// `2026-12-01 10:00`.
  package var text: String { description }
}

extension SHA256Digest: TextCodable {
  /// 64 hexadecimal digits.
  package var text: String { hex }

  /// Throws `DomainError.malformed` for anything but 64 lower-case hexadecimal digits.
  package init(_ text: String) throws(DomainError) { try self.init(hex: text) }
}

extension Timestamp: TextCodable {
  /// RFC 3339 in UTC.
  package var text: String { rfc3339 }

  /// Throws `DomainError.malformed` for text that is not RFC 3339.
  package init(_ text: String) throws(DomainError) { try self.init(rfc3339: text) }
}

/// A value that is encoded as a number, and ordered by it.
package protocol NumberCodable: Codable, Comparable, CustomStringConvertible {
  /// The encoded number.
  var value: Int64 { get }
  /// Throws `DomainError` outside the value's range.
  init(_ value: Int64) throws(DomainError)
}

extension NumberCodable {
  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(Int64.self))
  }

  /// Writes the number.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  /// The number in digits.
  package var description: String { String(value) }

  /// Numerical order.
  package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

extension ClosedRange<Int64> {
  /// The value, if it is in this range.
  ///
  /// Throws `DomainError.outOfRange` if it is not.
  package func checked(_ value: Int64, _ kind: ValueKind) throws(DomainError) -> Int64 {
    guard contains(value) else { throw .outOfRange(kind, value: value, allowed: self) }
    return value
  }
}

extension KeyedDecodingContainer {
  /// A number within a range.
  ///
  /// Throws `DomainError.outOfRange`, or what the decoder throws.
  package func decode(
    _ range: ClosedRange<Int64>, _ kind: ValueKind, forKey key: Key
  ) throws -> Int64 {
    try range.checked(decode(Int64.self, forKey: key), kind)
  }

  /// A number within a range; nil without one.
  ///
  /// Throws `DomainError.outOfRange`, or what the decoder throws.
  package func decodeIfPresent(
    _ range: ClosedRange<Int64>, _ kind: ValueKind, forKey key: Key
  ) throws -> Int64? {
    try decodeIfPresent(Int64.self, forKey: key).map { value in try range.checked(value, kind) }
  }
}

extension Price: NumberCodable {
  /// The coins.
  package var value: Int64 { coins }

  /// Throws `DomainError.outOfRange` outside the range of prices.
  package init(_ value: Int64) throws(DomainError) { try self.init(coins: value) }
}
