/// A patch for a value that may be absent.
package struct Setting<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
  /// The new value; nil to remove it.
  package let value: Value?

  /// Removes the value.
  package static var unset: Setting { Setting(nil) }

  /// Sets this value.
  package static func set(_ value: Value) -> Setting { Setting(value) }

  /// Sets a value, or removes it with nil.
  package init(_ value: Value?) { self.value = value }

  private enum CodingKeys: String, CodingKey {
    case value = "set"
  }
}
