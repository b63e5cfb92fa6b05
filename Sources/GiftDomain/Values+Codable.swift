// How values are written where commands are kept: texts and numbers, read by the rules of the
// initialisers, so that what somebody wrote by hand is refused as it is everywhere else.

/// A value that is written as its text.
package protocol TextCodable: Codable {
  /// What is written.
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
}

extension GiftID: TextCodable {}
extension GiftName: TextCodable {}
extension Category: TextCodable {}
extension Tag: TextCodable {}
extension RotationName: TextCodable {}
extension LocalTime: TextCodable {
  /// `2026-12-01 10:00`.
  package var text: String { description }
}

extension LocaleTag: TextCodable, CodingKeyRepresentable {
  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The tag, as the key of its name.
  package var codingKey: any CodingKey { Key(stringValue: text) }

  /// Nil for a key that is not a language tag.
  package init?(codingKey: some CodingKey) {
    do {
      try self.init(codingKey.stringValue)
    } catch {
      return nil
    }
  }
}

/// A value that is written as a number.
package protocol NumberCodable: Codable {
  /// What is written.
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
}

extension VersionNumber: NumberCodable {}
extension ChangeNumber: NumberCodable {}
extension Order: NumberCodable {}

extension Price: Codable {
  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    try self.init(coins: decoder.singleValueContainer().decode(Int64.self))
  }

  /// Writes the coins.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(coins)
  }
}

extension Timestamp: Codable {
  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    try self.init(rfc3339: decoder.singleValueContainer().decode(String.self))
  }

  /// Writes RFC 3339.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rfc3339)
  }
}

extension SHA256Digest: Codable {
  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    try self.init(hex: decoder.singleValueContainer().decode(String.self))
  }

  /// Writes hexadecimal digits.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }
}

extension AnimationFacts: Codable {
  private enum CodingKeys: String, CodingKey {
    case width, height, frameRateHz, frameCount, durationMs
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      width: values.decode(Int64.self, forKey: .width),
      height: values.decode(Int64.self, forKey: .height),
      frameRateHz: values.decode(Double.self, forKey: .frameRateHz),
      frameCount: values.decode(Double.self, forKey: .frameCount),
      durationMs: values.decode(Int64.self, forKey: .durationMs))
  }

  /// Writes all facts by name.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(width, forKey: .width)
    try values.encode(height, forKey: .height)
    try values.encode(frameRateHz, forKey: .frameRateHz)
    try values.encode(frameCount, forKey: .frameCount)
    try values.encode(durationMs, forKey: .durationMs)
  }
}

private enum SpanKeys: String, CodingKey {
  case count, unit
}

extension Cadence: Codable {
  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: SpanKeys.self)
    try self.init(
      every: values.decode(Int64.self, forKey: .count), values.decode(Unit.self, forKey: .unit))
  }

  /// Writes the count and the unit.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: SpanKeys.self)
    try values.encode(count, forKey: .count)
    try values.encode(unit, forKey: .unit)
  }
}

extension Stay: Codable {
  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: SpanKeys.self)
    try self.init(
      values.decode(Int64.self, forKey: .count), values.decode(Unit.self, forKey: .unit))
  }

  /// Writes the count and the unit.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: SpanKeys.self)
    try values.encode(count, forKey: .count)
    try values.encode(unit, forKey: .unit)
  }
}

extension ZoneRules: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, firstOffsetSeconds, transitions
  }

  /// Throws what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    // Pairs, as there are hundreds of them.
    let pairs = try values.decode([[Int64]].self, forKey: .transitions)
    self.init(
      name: try values.decode(String.self, forKey: .name),
      firstOffsetSeconds: try values.decode(Int64.self, forKey: .firstOffsetSeconds),
      transitions: try pairs.map { pair in
        guard pair.count == 2 else {
          throw DecodingError.dataCorruptedError(
            forKey: .transitions, in: values, debugDescription: "not a pair")
        }
        return Transition(at: pair[0], offsetSeconds: pair[1])
      })
  }

  /// Writes each transition as a pair of numbers.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(name, forKey: .name)
    try values.encode(firstOffsetSeconds, forKey: .firstOffsetSeconds)
    try values.encode(transitions.map { [$0.at, $0.offsetSeconds] }, forKey: .transitions)
  }
}
