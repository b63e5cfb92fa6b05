/// What a patch makes of a value that may be absent.
package struct Setting<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
  /// The value; nil for none.
  package let value: Value?

  /// None.
  package static var unset: Setting { Setting(nil) }

  /// This one.
  package static func set(_ value: Value) -> Setting { Setting(value) }

  /// A value, or none.
  package init(_ value: Value?) { self.value = value }

  private enum CodingKeys: String, CodingKey {
    case value = "set"
  }
}
