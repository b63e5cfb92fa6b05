extension Rule {
  static let parentSelf = Rule(
    "reference.parent-self", breaks: .all, reason: "Players follow parents until there is none.",
    remedy: "remove \"parent\" or name another layer",
    source: "Samsung/rlottie#446")
  static let parentCycle = Rule(
    "reference.parent-cycle", breaks: .all,
    reason: "Old lottie-ios never returns, and thorvg crashes.",
    remedy: "let one layer of the circle have no parent",
    source: "Samsung/rlottie#446")
  static let parentMissing = Rule(
    "reference.parent-missing", disturbs: .all,
    reason: "Players ignore it, and the designer meant something.",
    remedy: "remove \"parent\" or name a layer of the same composition",
    source: "lottie-spec 1.0.1, layers/layer")
}

extension RuleFunction {
  static let parents = [
    RuleFunction(.parentSelf, .parentCycle, .parentMissing) { animation, findings in
      for composition in animation.compositions {
        parents(of: composition, animation, &findings)
      }
    }
  ]

  private static func parents(
    of composition: Composition, _ animation: Animation, _ findings: inout FindingSink
  ) {
    let layers = animation.layers[composition.layers]
    guard layers.contains(where: { $0.members.parent != nil }) else { return }
    let indexed = composition.layers.compactMap { position in
      layers[position].index.map { ($0, position) }
    }
    // Of two layers with one index, some players take the first and some the last.
    let first = Dictionary(indexed) { first, _ in first }
    let last = Dictionary(indexed) { _, last in last }
    for position in composition.layers {
      guard let node = layers[position].members.parent else { continue }
      guard let parent = animation.json.integer(of: node).flatMap({ first[$0] }) else {
        findings.add(
          .parentMissing, at: node, "No layer here has the index \(animation.quoted(node))")
        continue
      }
      if parent == position { findings.add(.parentSelf, at: node, "The layer is its own parent") }
    }
    var circles = circles(composition, first, animation)
    if first.count < indexed.count {
      circles.formUnion(Self.circles(composition, last, animation))
    }
    for position in circles.sorted() {
      findings.add(
        .parentCycle, at: layers[position].members.parent ?? layers[position].node,
        "The layer is its own parent by way of others")
    }
  }

  /// One layer of each circle of parents, those left out that are their own parent.
  private static func circles(
    _ composition: Composition, _ positions: [Int: Int], _ animation: Animation
  ) -> Set<Int> {
    var parents: [Int: Int] = [:]
    for position in composition.layers {
      guard let node = animation.layers[position].members.parent,
        let parent = animation.json.integer(of: node).flatMap({ positions[$0] }),
        parent != position
      else { continue }
      parents[position] = parent
    }
    return Set(cycleEntries(composition.layers, parents))
  }

  /// One layer of each circle; follows every layer once.
  static func cycleEntries(_ layers: Range<Int>, _ parents: [Int: Int]) -> [Int] {
    var walks: [Int: Int] = [:]
    return layers.compactMap { start in
      var at = start
      while walks[at] == nil, let parent = parents[at] {
        walks[at] = start
        at = parent
      }
      let isCircle = walks[at] == start && parents[at] != nil
      if walks[at] == nil { walks[at] = start }
      return isCircle ? at : nil
    }
  }
}
