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
  static let matteSource = Rule(
    "reference.matte-missing", disturbs: .drawing,
    reason: "rlottie draws nothing, and other players no matte.",
    remedy: "put the matte layer right above or remove \"tt\"",
    source: "tried with rlottie 0.1")
}

extension RuleFunction {
  static let parents = [
    RuleFunction(.parentSelf, .parentCycle, .parentMissing) { animation, findings in
      for composition in animation.compositions {
        parents(of: composition, animation, &findings)
      }
    }
  ]

  static let mattes = [
    RuleFunction(.matteSource) { animation, findings in
      for composition in animation.compositions {
        let indices = Set(animation.layers[composition.layers].compactMap(\.index))
        for position in composition.layers {
          matte(at: position, in: composition, indices, animation, &findings)
        }
      }
    }
  ]

  private static func parents(
    of composition: Composition, _ animation: Animation, _ findings: inout FindingSink
  ) {
    var positions: [Int: Int] = [:]
    for position in composition.layers {
      guard let index = animation.layers[position].index, positions[index] == nil else { continue }
      positions[index] = position
    }
    /// Where each layer's parent is; a layer without one is left out.
    var parents: [Int: Int] = [:]
    for position in composition.layers {
      guard let node = animation.layers[position].members.parent else {
        continue
      }
      guard let parent = animation.json.integer(of: node).flatMap({ positions[$0] }) else {
        findings.add(
          .parentMissing, at: node, "No layer here has the index \(animation.quoted(node))")
        continue
      }
      if parent == position {
        findings.add(.parentSelf, at: node, "The layer is its own parent")
      } else {
        parents[position] = parent
      }
    }
    for position in cycleEntries(composition.layers, parents) {
      let layer = animation.layers[position]
      findings.add(
        .parentCycle, at: layer.members.parent ?? layer.node,
        "The layer is its own parent by way of others")
    }
  }

  /// One layer of each circle of parents; follows every parent once.
  private static func cycleEntries(_ layers: Range<Int>, _ parents: [Int: Int]) -> [Int] {
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

  private static func matte(
    at position: Int, in composition: Composition, _ indices: Set<Int>, _ animation: Animation,
    _ findings: inout FindingSink
  ) {
    let layer = animation.layers[position]
    guard let mode = layer.members.matteMode,
      animation.json.double(of: mode) ?? 0 != 0
    else { return }
    if let source = layer.members.matteLayer {
      let hasSource = animation.json.integer(of: source).map(indices.contains) ?? false
      if !hasSource {
        findings.add(
          .matteSource, at: source, "No layer here has the index \(animation.quoted(source))")
      }
    } else if position == composition.layers.lowerBound {
      findings.add(.matteSource, at: mode, "No layer lies above to be this layer's matte")
    }
  }
}
