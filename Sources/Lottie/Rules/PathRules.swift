extension Rule {
  static let pathEmpty = Rule(
    "path.empty", disturbs: .drawing, reason: "A path without vertices draws nothing.",
    remedy: "remove the path",
    source: "lottie-spec 1.0.1, values/bezier")
  static let pathVertices = Rule(
    "path.vertices", breaks: .all,
    reason: "Players read as many tangents as there are vertices, past the end of a shorter list.",
    remedy: "give each vertex its in and out tangent",
    source: "lottie-spec 1.0.1, values/bezier")
  static let pathMorph = Rule(
    "path.morph", disturbs: .drawing,
    reason: "Players cannot move between paths with different numbers of vertices.",
    remedy: "give all keyframes of the path the same number of vertices",
    source: "lottie-spec 1.0.1, properties/bezier-property")
}

extension RuleFunction {
  static let paths = [RuleFunction(.pathEmpty, .pathVertices, .pathMorph, run: paths)]

  private static func paths(_ animation: Animation, _ findings: inout FindingSink) {
    for property in paths(of: animation) {
      var first: Int?
      for value in animation.values(of: property) {
        guard let count = vertices(of: value, animation, &findings) else { continue }
        if count != first ?? count {
          findings.add(
            .pathMorph, at: value, "The path has \(count) vertices here and \(first ?? 0) before")
          break
        }
        first = count
      }
    }
  }

  /// The path of each path shape and each mask.
  private static func paths(of animation: Animation) -> [NodeID] {
    let shapes = animation.shapes.filter { $0.type == .path }.compactMap {
      animation.member("ks", of: $0.node)
    }
    let masks = animation.layers.flatMap { layer in
      (layer.members.masks.map { Array(animation.json.elements(of: $0)) } ?? [])
        .compactMap { animation.member("pt", of: $0) }
    }
    return shapes + masks
  }

  /// How many vertices a path has, or nil if it is none.
  ///
  /// Keyframes hold a path in an array.
  private static func vertices(
    of value: NodeID, _ animation: Animation, _ findings: inout FindingSink
  ) -> Int? {
    var elements = animation.json.elements(of: value)
    let path = elements.next() ?? value
    guard let vertices = animation.member("v", of: path) else { return nil }
    let count = animation.json.count(of: vertices)
    if count == 0 { findings.add(.pathEmpty, at: path, "The path has no vertices") }
    for key: JSONKey in ["i", "o"] {
      let tangents = animation.member(key, of: path).map(animation.json.count) ?? 0
      if tangents != count {
        findings.add(
          .pathVertices, at: path, "The path has \(count) vertices and \(tangents) tangents")
        break
      }
    }
    return count
  }
}

extension JSONDocument {
  /// How many elements an array has; 0 for other kinds.
  func count(of array: NodeID) -> Int {
    elements(of: array).reduce(0) { count, _ in count + 1 }
  }
}
