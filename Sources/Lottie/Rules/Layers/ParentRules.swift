extension Rule {
  static let parentSelf = Rule(
    "reference.parent-self", breaks: .all, reason: "Players follow parents until there is none.",
    remedy: "remove \"parent\" or name another layer",
    source: "Samsung/rlottie#446")
  static let parentCycle = Rule(
    "reference.parent-cycle", breaks: .all,
    reason: "Old lottie-ios never returns, and thorvg crashes.",
    remedy: "remove the parent of one layer in the cycle",
    source: "Samsung/rlottie#446")
  static let parentMissing = Rule(
    "reference.parent-missing", disturbs: .all,
    reason: "Players ignore it, but the designer meant something by it.",
    remedy: "remove \"parent\" or name a layer of the same composition",
    source: "lottie-spec 1.0.1, layers/layer")
}

extension Animation {
  func parents(_ findings: inout FindingSink) {
    for composition in compositions { parents(in: composition.layers, &findings) }
  }

  private func parents(in range: Range<Int>, _ findings: inout FindingSink) {
    guard layers[range].contains(where: { $0.members.parent != nil }) else { return }
    let parents = parents(in: range)
    for position in range {
      guard let node = layers[position].members.parent else { continue }
      guard let parent = parents[position] else {
        findings.add(.parentMissing, at: node, "No layer here has the index \(quoted(node))")
        continue
      }
      if parent == position { findings.add(.parentSelf, at: node, "The layer is its own parent") }
    }
    var readings = [parents]
    // Of two layers with the same index, some players take the first and some the last.
    if Set(layers[range].map(\.index)).count < range.count {
      readings.append(self.parents(in: range) { _, last in last })
    }
    let circles = readings.flatMap { parents in
      Self.circles(in: range) { parents[$0] == $0 ? nil : parents[$0] }
    }
    for position in Set(circles).sorted() where isReached[layers[position].composition] {
      findings.add(
        .parentCycle, at: layers[position].members.parent ?? layers[position].node,
        "The layer is its own parent by way of others")
    }
  }

  /// The position of each layer's parent in the range; of two layers with the same index, `choose`
  /// takes one.
  func parents(
    in range: Range<Int>, choosing choose: (Int, Int) -> Int = { first, _ in first }
  ) -> [Int: Int] {
    let positions = positions(in: range, choosing: choose)
    var parents: [Int: Int] = [:]
    for position in range {
      guard let parent = layers[position].members.parent.flatMap(json.integer) else { continue }
      parents[position] = positions[parent]
    }
    return parents
  }

  /// The positions of the range's layers, by index.
  func positions(
    in range: Range<Int>, choosing choose: (Int, Int) -> Int = { first, _ in first }
  ) -> [Int: Int] {
    let indexed = range.compactMap { position in layers[position].index.map { ($0, position) } }
    return Dictionary(indexed, uniquingKeysWith: choose)
  }

  /// One layer of each cycle in which `next` leads around; follows every layer once.
  static func circles(in range: Range<Int>, _ next: (Int) -> Int?) -> [Int] {
    // By distance from the range's start: the layer from which a walk first came here.
    var walks: [Int?] = Array(repeating: nil, count: range.count)
    return range.compactMap { start in
      var at = start
      while walks[at - range.lowerBound] == nil {
        walks[at - range.lowerBound] = start
        guard let other = next(at) else { return nil }
        at = other
      }
      return walks[at - range.lowerBound] == start ? at : nil
    }
  }
}
