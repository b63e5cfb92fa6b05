extension Animation {
  /// The values that a property takes: `k` itself, or the `s` and `e` of its keyframes.
  ///
  /// A plain number or array in place of a property is its own value.
  func values(of property: NodeID) -> [NodeID] {
    guard json.kind(of: property) == .object else { return [property] }
    guard let value = member(.k, of: property) else { return [] }
    guard json.isListOfKeyframes(value) else { return [value] }
    return json.elements(of: value).flatMap { keyframe in
      [member(.s, of: keyframe), member(.e, of: keyframe)].compactMap { $0 }
    }
  }

  /// The first number of each value that a property takes; of a vector, its first component.
  func scalars(of property: NodeID) -> [(node: NodeID, number: Double)] {
    values(of: property).compactMap { value in
      var elements = json.elements(of: value)
      let node = elements.next() ?? value
      return json.double(of: node).map { (node, $0) }
    }
  }
}
