/// What a patch makes of a value that may be absent.
package enum Setting<Value: Hashable & Sendable>: Hashable, Sendable {
  /// This one.
  case set(Value)
  /// None.
  case unset

  /// A value, or none.
  package init(_ value: Value?) { self = value.map(Self.set) ?? .unset }

  /// The value; nil for none.
  package var value: Value? { if case .set(let value) = self { value } else { nil } }
}

extension Setting: Codable where Value: Codable {
  private enum CodingKeys: CodingKey {
    case set
  }

  /// Throws what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try values.decodeIfPresent(Value.self, forKey: .set))
  }

  /// Writes the value under `set`, or an empty object.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(value, forKey: .set)
  }
}
