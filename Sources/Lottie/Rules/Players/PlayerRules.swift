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

  /// Whether a layer is hidden by its `hd`.
  func isHidden(_ layer: Layer) -> Bool { json.isSet(layer.members.hidden) }

  /// How many keyframes a property has; 1 if it never changes.
  func keyframes(of property: NodeID) -> Int {
    guard let value = member("k", of: property), json.isListOfKeyframes(value) else { return 1 }
    return json.count(of: value)
  }
}
