extension Rule {
  static let expandedCopies = Rule(
    "budget.expanded-copies", breaks: .all,
    reason: "Players draw every copy of every repeater as often as its composition is drawn.",
    remedy: "use fewer copies, or show the precomposition less often",
    source: "tried with rlottie 0.1; CheckLimits.maxExpandedLayers")
  static let expandedPoints = Rule(
    "budget.expanded-points", breaks: .all,
    reason: "Players make every point of every copy of a star as often as it is drawn.",
    remedy: "use fewer points or copies, or show the precomposition less often",
    source: "tried with rlottie 0.1; CheckLimits.maxVertices")
}

extension RuleFunction {
  static let expansions = [
    RuleFunction(.expandedCopies, .expandedPoints) { animation, findings in
      guard animation.shapes.contains(where: { $0.type == .repeater || $0.type == .star }) else {
        return
      }
      expand(animation, &findings)
    }
  ]

  /// The copies of a layer are at most the product of its repeaters in one stack, since a repeater
  /// copies the copies of those before it and in its groups.
  private static func expand(_ animation: Animation, _ findings: inout FindingSink) {
    let timesDrawn = timesDrawn(animation)
    var own = Array(repeating: 1.0, count: animation.shapeListCount)
    var inner = own
    for shape in animation.shapes.reversed() {
      if let list = shape.innerList {
        inner[shape.list] = max(inner[shape.list], own[list] * inner[list])
      }
      if shape.type == .repeater { own[shape.list] *= max(largest("c", of: shape, animation), 1) }
    }
    let mostCopies = Double(animation.limits.maxCopies)
    let mostPoints = Double(animation.limits.maxStarPoints)
    var copies = 0.0
    var points = 0.0
    var shape = animation.shapes.startIndex
    for layer in animation.layers where layer.type == .shape {
      let end = animation.json.next(after: layer.node)
      var layerCopies = 1.0
      var layerPoints = 0.0
      while shape < animation.shapes.endIndex, animation.shapes[shape].node > layer.node,
        animation.shapes[shape].node < end
      {
        let item = animation.shapes[shape]
        layerCopies = max(layerCopies, own[item.list] * inner[item.list])
        if item.type == .star {
          layerPoints += min(largest("pt", of: item, animation), mostPoints)
        }
        shape += 1
      }
      // What is over the limit without multiplication has a rule of its own.
      layerCopies = min(layerCopies, mostCopies)
      let drawn = timesDrawn[layer.composition]
      if layerCopies > 1 { copies += layerCopies * drawn }
      points += layerPoints * layerCopies * drawn
    }
    report(copies, points, animation, &findings)
  }

  private static func report(
    _ copies: Double, _ points: Double, _ animation: Animation, _ findings: inout FindingSink
  ) {
    let mostCopies = animation.limits.maxExpandedLayers
    if copies > Double(mostCopies) {
      findings.add(
        .expandedCopies, at: .root,
        "With precompositions multiplied out, repeaters make more than \(mostCopies) copies")
    }
    let mostPoints = animation.limits.maxVertices
    if points > Double(mostPoints) {
      findings.add(
        .expandedPoints, at: .root,
        "With copies and precompositions multiplied out, stars have more than \(mostPoints) points")
    }
  }

  private static func largest(_ key: JSONKey, of shape: Shape, _ animation: Animation) -> Double {
    let values = animation.member(key, of: shape.node).map(animation.scalars) ?? []
    return values.map(\.number).max() ?? 0
  }

  /// How often each composition is drawn for the animation to be drawn once.
  ///
  /// A composition is nested deeper than all that it holds, so going from the deepest to the flat
  /// ones meets every composition after all that show it; what is in a circle has another rule.
  private static func timesDrawn(_ animation: Animation) -> [Double] {
    var times = Array(repeating: 0.0, count: animation.compositions.count)
    times[0] = 1
    let depths = animation.graph.depths
    for composition in times.indices.sorted(by: { depths[$0] > depths[$1] })
    where times[composition] > 0 {
      for layer in animation.layers[animation.compositions[composition].layers] {
        guard let inner = animation.innerComposition(of: layer) else { continue }
        times[inner] += times[composition]
      }
    }
    return times
  }
}
