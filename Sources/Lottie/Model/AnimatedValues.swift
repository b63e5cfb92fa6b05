extension Animation {
  /// The values that a property takes: `k` itself, or the `s` and `e` of its keyframes.
  ///
  /// A plain number or array instead of a property is its own value.
  func values(of property: NodeID) -> [NodeID] {
    var values: [NodeID] = []
    forEachValue(of: property) { value in
      values.append(value)
      return true
    }
    return values
  }

  /// Calls `visit` with the same values, until it returns false.
  @inline(__always)
  func forEachValue(of property: NodeID, _ visit: (NodeID) -> Bool) {
    guard json.kind(of: property) == .object else {
      _ = visit(property)
      return
    }
    guard let value = member("k", of: property) else { return }
    guard json.isListOfKeyframes(value) else {
      _ = visit(value)
      return
    }
    var keyframe = json.nodeAfter(value)
    let end = json.next(after: value)
    while keyframe < end {
      if let start = member("s", of: keyframe), !visit(start) { return }
      if let stop = member("e", of: keyframe), !visit(stop) { return }
      keyframe = json.next(after: keyframe)
    }
  }

  /// The first number of each value that a property takes; for a vector, its first component.
  func scalars(of property: NodeID) -> [(node: NodeID, number: Double)] {
    values(of: property).compactMap { value in
      let node = json.firstElement(of: value) ?? value
      return json.double(of: node).map { (node, $0) }
    }
  }
}
