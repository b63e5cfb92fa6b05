extension Rule {
  static let expandedCopies = Rule(
    "budget.expanded-copies", breaks: .all,
    reason: "Players draw every copy of every repeater each time its composition is drawn.",
    remedy: "use fewer copies, or show the precomposition less often",
    source: "tried with rlottie 0.1; CheckLimits.maxExpandedLayers")
  static let expandedPoints = Rule(
    "budget.expanded-points", breaks: .all,
    reason: "Players create every point of every copy of a star each time it is drawn.",
    remedy: "use fewer points or copies, or show the precomposition less often",
    source: "tried with rlottie 0.1; CheckLimits.maxVertices")
}

extension Animation {
  func expansions(_ findings: inout FindingSink) {
    guard shapes.contains(where: { $0.type == .repeater || $0.type == .star }) else { return }
    let timesDrawn = timesDrawn()
    let repeaters = RepeatedLists(self)
    var copies = 0.0
    var points = 0.0
    for layer in layers where layer.type == .shape {
      var layerCopies = 1.0
      var layerPoints = 0.0
      for shape in shapes[layer.shapes] {
        layerCopies = max(layerCopies, repeaters.copies(of: shape.list))
        guard shape.type == .star else { continue }
        layerPoints += min(largest("pt", of: shape), Double(limits.maxStarPoints))
      }
      // Another rule covers what exceeds the limit without multiplication.
      layerCopies = min(layerCopies, Double(limits.maxCopies))
      let drawn = timesDrawn[layer.composition]
      if layerCopies > 1 { copies += layerCopies * drawn }
      points += layerPoints * layerCopies * drawn
    }
    if copies > Double(limits.maxExpandedLayers) {
      findings.add(
        .expandedCopies, at: .root,
        "With precompositions multiplied out, repeaters make more than "
          + "\(limits.maxExpandedLayers) copies")
    }
    if points > Double(limits.maxVertices) {
      findings.add(
        .expandedPoints, at: .root,
        "With copies and precompositions multiplied out, stars have more than "
          + "\(limits.maxVertices) points")
    }
  }

  /// The largest value that a member of a shape takes; 0 if it takes none.
  fileprivate func largest(_ key: JSONKey, of shape: Shape) -> Double {
    member(key, of: shape.node).flatMap { reached(by: $0).map(\.number).max() } ?? 0
  }

  /// How often each composition is drawn when the animation is drawn once.
  ///
  /// A composition is nested deeper than all that it contains, so going from the deepest to the
  /// flattest visits every composition after all that show it; another rule covers cycles.
  private func timesDrawn() -> [Double] {
    var times = Array(repeating: 0.0, count: compositions.count)
    times[0] = 1
    for composition in times.indices.sorted(by: { graph.depths[$0] > graph.depths[$1] })
    where times[composition] > 0 {
      for layer in layers[compositions[composition].layers] {
        guard let inner = innerComposition(of: layer) else { continue }
        times[inner] += times[composition]
      }
    }
    return times
  }
}

/// How often the repeaters in each list of shapes copy its items.
struct RepeatedLists {
  /// The product of the list's own repeaters.
  private var own: [Double]
  /// The most copies that a nested list makes.
  private(set) var inner: [Double]

  init(_ animation: Animation) {
    own = Array(repeating: 1.0, count: animation.shapeListCount)
    inner = own
    for shape in animation.shapes.reversed() {
      if let list = shape.innerList {
        inner[shape.list] = max(inner[shape.list], copies(of: list))
      }
      if shape.type == .repeater { own[shape.list] *= max(animation.largest("c", of: shape), 1) }
    }
  }

  /// The most copies made of a list's items: a repeater copies the copies of those before it and in
  /// its groups.
  func copies(of list: Int) -> Double { own[list] * inner[list] }
}
