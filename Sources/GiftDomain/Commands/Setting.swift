/// What a patch makes of a value that may be absent.
package enum Setting<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
  /// This one.
  case set(Value)
  /// None.
  case unset

  private enum SetCodingKeys: String, CodingKey {
    case _0 = "value"
  }

  /// A value, or none.
  package init(_ value: Value?) {
    self = value.map(Self.set) ?? .unset
  }

  /// The value; nil for none.
  package var value: Value? {
    if case .set(let value) = self { value } else { nil }
  }
}
