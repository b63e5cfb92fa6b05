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

  /// The first value that a property takes for which `holds` is true, or nil.
  @inline(__always)
  func firstValue(of property: NodeID, where holds: (NodeID) -> Bool) -> NodeID? {
    var found: NodeID?
    forEachValue(of: property) { value in
      if holds(value) { found = value }
      return found == nil
    }
    return found
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

/// A number that a property takes at some instant.
struct ReachedValue {
  /// The number in the file, or the keyframe whose easing leads there.
  let node: NodeID
  let number: Double
  /// Whether it is reached between two keyframes only.
  let isEased: Bool

  /// When it is reached, as a message says it.
  var when: String { isEased ? " between two keyframes" : "" }
}

extension Animation {
  /// The same numbers as `scalars`, and the extremes that easing leads to beyond two of them.
  func reached(by property: NodeID) -> [ReachedValue] {
    let written = scalars(of: property).map {
      ReachedValue(node: $0.node, number: $0.number, isEased: false)
    }
    guard let value = member("k", of: property), json.isListOfKeyframes(value) else {
      return written
    }
    return written + overshoots(of: Array(json.elements(of: value)))
  }

  private func overshoots(of keyframes: [NodeID]) -> [ReachedValue] {
    zip(keyframes, keyframes.dropFirst()).flatMap { keyframe, next -> [ReachedValue] in
      guard number("h", of: keyframe) != 1, let start = firstNumber("s", of: keyframe),
        let end = firstNumber("e", of: keyframe) ?? firstNumber("s", of: next), start != end,
        let leaving = handle("o", of: keyframe), let arriving = handle("i", of: keyframe)
      else { return [] }
      return EasingCurve(leaving: leaving, arriving: arriving).overshoots.map {
        ReachedValue(node: keyframe, number: start + (end - start) * $0, isEased: true)
      }
    }
  }

  /// The `y` of an easing handle, for the first component if there are several.
  private func handle(_ key: JSONKey, of keyframe: NodeID) -> Double? {
    member(key, of: keyframe).flatMap { firstNumber("y", of: $0) }
  }

  /// The number in a member, or the first of the numbers in it.
  private func firstNumber(_ key: JSONKey, of node: NodeID) -> Double? {
    member(key, of: node).flatMap { json.double(of: json.firstElement(of: $0) ?? $0) }
  }
}

/// How far a value has gone from one keyframe to the next: 0 at the first and 1 at the second, by a
/// cubic Bézier curve, which may lead beyond both (lottie-spec 1.0.1, properties/easing-handle).
struct EasingCurve {
  /// The `y` of the handle of the first keyframe.
  let leaving: Double
  /// The `y` of the handle of the second.
  let arriving: Double

  /// Less than this share of the way is taken for what rounding makes of a curve without any.
  private static let tolerance = 1e-6

  /// The extremes of the curve that are below 0 or above 1; at most one of each.
  var overshoots: [Double] {
    turns.map(value).filter { $0 < -Self.tolerance || $0 > 1 + Self.tolerance }
  }

  /// The parameters at which the curve turns: the zeros of its derivative, a t² + b t + c.
  private var turns: [Double] {
    let a = 3 * leaving - 3 * arriving + 1
    let b = 2 * arriving - 4 * leaving
    let c = leaving
    guard a != 0 else { return b == 0 ? [] : [-c / b].filter((0...1).contains) }
    let discriminant = b * b - 4 * a * c
    guard discriminant > 0 else { return [] }
    // The sum of numbers of one sign loses no digits (Press et al., Numerical Recipes, 5.6).
    let q = -(b + (b < 0 ? -1 : 1) * discriminant.squareRoot()) / 2
    return [q / a, c / q].filter((0...1).contains)
  }

  private func value(at time: Double) -> Double {
    let rest = 1 - time
    return 3 * leaving * rest * rest * time + 3 * arriving * rest * time * time
      + time * time * time
  }
}
