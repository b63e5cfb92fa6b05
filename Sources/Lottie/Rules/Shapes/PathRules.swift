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
    reason: "Players cannot interpolate between paths with different numbers of vertices.",
    remedy: "give all keyframes of the path the same number of vertices",
    source: "lottie-spec 1.0.1, properties/bezier-property")
  static let pathAbsolute = Rule(
    "path.absolute", breaks: [.ios, .android, .rlottie, .telegram],
    reason: "Only lottie-web, which wrote it, takes the tangents for points; others distort paths.",
    remedy: "export it again with Bodymovin instead of saving what a page has loaded",
    source: "lottie-web 5.12.2, DataManager.completeData and completeLayers")
}

extension Animation {
  /// Finds `completed`, of a layer, and `__complete`, of the animation.
  ///
  /// lottie-web writes them when it has added each vertex to its tangents.
  func absolutePaths(_ findings: inout FindingSink) {
    if let flag = json.member(named: "__complete", of: .root), json.isSet(flag),
      shapes.contains(where: { $0.type == .path }) || layers.contains(where: hasMasks),
      !layers.contains(where: { completed($0) != nil })
    {
      findings.add(.pathAbsolute, at: flag, "The tangents of all paths are points")
    }
    for layer in layers {
      guard let flag = completed(layer) else { continue }
      let hasPath = shapes[layer.shapes].contains { $0.type == .path } || hasMasks(layer)
      // Without a list of its own, lottie-web finds no layers for it.
      guard hasPath || layer.type == .precomposition else { continue }
      findings.add(.pathAbsolute, at: flag, "The tangents of the layer's paths are points")
    }
  }

  /// The `completed` of a layer, if it is set.
  func completed(_ layer: Layer) -> NodeID? {
    json.isSet(layer.members.completed) ? layer.members.completed : nil
  }

  private func hasMasks(_ layer: Layer) -> Bool {
    layer.members.masks.map { json.count(of: $0) > 0 } ?? false
  }

  func paths(_ findings: inout FindingSink) {
    for shape in shapes where shape.type == .path {
      path(member("ks", of: shape.node), &findings)
    }
    for path in glyphPaths { self.path(member("ks", of: path), &findings) }
    for masks in layers.compactMap(\.members.masks) {
      for mask in json.elements(of: masks) { path(member("pt", of: mask), &findings) }
    }
  }

  /// The paths of all glyphs, in no order.
  private var glyphPaths: [NodeID] {
    guard let glyphs = member("chars", of: .root) else { return [] }
    var lists = json.elements(of: glyphs).compactMap { glyph in
      member("data", of: glyph).flatMap { member("shapes", of: $0) }
    }
    var paths: [NodeID] = []
    while let list = lists.popLast() {
      for shape in json.elements(of: list) {
        if let items = member("it", of: shape) { lists.append(items) }
        if member("ty", of: shape).flatMap(json.shapeType) == .path { paths.append(shape) }
      }
    }
    return paths
  }

  private func path(_ property: NodeID?, _ findings: inout FindingSink) {
    guard let property else { return }
    var first: Int?
    forEachValue(of: property) { value in
      guard let count = vertices(of: value, &findings) else { return true }
      if count != first ?? count {
        findings.add(
          .pathMorph, at: value, "The path has \(count) vertices here and \(first ?? 0) before")
        return false
      }
      first = count
      return true
    }
  }

  /// The number of vertices of a path; nil if the value is not a path.
  ///
  /// Keyframes hold a path in an array.
  private func vertices(of value: NodeID, _ findings: inout FindingSink) -> Int? {
    let path = json.firstElement(of: value) ?? value
    guard let vertices = member("v", of: path) else { return nil }
    let count = json.count(of: vertices)
    if count == 0 { findings.add(.pathEmpty, at: path, "The path has no vertices") }
    // Another rule covers a missing list.
    guard let into = member("i", of: path) else { return count }
    var tangents = json.count(of: into)
    if tangents == count, let out = member("o", of: path) { tangents = json.count(of: out) }
    if tangents != count {
      findings.add(
        .pathVertices, at: path, "The path has \(count) vertices and \(tangents) tangents")
    }
    return count
  }
}

extension JSONDocument {
  /// How many elements an array has; 0 for other kinds.
  func count(of array: NodeID) -> Int {
    guard kind(of: array) == .array else { return 0 }
    let end = next(after: array).index
    var count = 0
    var at = array.index + 1
    while at < end {
      at = Int(nodes[at].next)
      count &+= 1
    }
    return count
  }
}
