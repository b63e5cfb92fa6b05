// Features that players do not draw, draw differently or draw slowly. Each rule reports a place
// once, and never anything hidden, switched off or set to a value without effect.

extension Animation {
  /// Whether a property always has that number; a missing property does.
  func isAlways(_ number: Double, _ property: NodeID?) -> Bool {
    guard let property else { return true }
    if let value = member("k", of: property), let only = json.double(of: value) {
      return only == number
    }
    return scalars(of: property).allSatisfy { $0.number == number }
  }

  /// Whether a flag is set, as 1 or as true.
  func isSet(_ flag: NodeID?) -> Bool {
    guard let flag else { return false }
    return json.kind(of: flag) == .yes || json.double(of: flag) == 1
  }

  /// Whether a layer is hidden by its `hd`.
  func isHidden(_ layer: Layer) -> Bool { isSet(layer.members.hidden) }

  /// Whether an item of a list is hidden by its own `hd`.
  func isHidden(_ node: NodeID) -> Bool { isSet(member("hd", of: node)) }

  /// How many keyframes a property has; 1 if it never changes.
  func keyframes(of property: NodeID) -> Int {
    guard let value = member("k", of: property), json.isListOfKeyframes(value) else { return 1 }
    return json.count(of: value)
  }
}
