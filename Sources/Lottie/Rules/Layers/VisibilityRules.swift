extension Rule {
  static let topInvisible = Rule(
    "top.invisible", breaks: .drawing,
    reason: "A gift without anything to see is a mistake of the export.",
    remedy: "show a layer that draws something, at an opacity other than 0",
    source: "lottie-spec 1.0.1, layers; tried with lottie-web 5.12.2 and rlottie 0.1")
  static let opacity = Rule(
    "number.opacity", disturbs: .drawing,
    reason: "Players differ on what is less than transparent or more than opaque.",
    remedy: "set the opacity to a number from 0 to 100",
    source: "lottie-spec 1.0.1, helpers/transform; tried with lottie-web 5.12.2 and rlottie 0.1")
}

extension Animation {
  func visibility(_ findings: inout FindingSink) {
    let main = layers[compositions[0].layers]
    // Other rules cover both: the file has more layers than were read, or none.
    guard !hasMoreLayers, !main.isEmpty, let list = member("layers", of: .root) else { return }
    let span = (first: topNumber("ip")?.number ?? 0, last: topNumber("op")?.number ?? .infinity)
    if main.contains(where: { $0.type != .precomposition && mayShow($0) && isWithin(span, $0) }) {
      return
    }
    let contents = visibleCompositions
    let isVisible = main.contains { mayShow($0, contents) && isWithin(span, $0) }
    if !isVisible { findings.add(.topInvisible, at: list, "No layer can ever be seen") }
  }

  /// Whether each composition has something to show; in a file with a cycle, which another rule
  /// covers, all may.
  private var visibleCompositions: [Bool] {
    var isVisible = Array(repeating: !graph.cycleLayers.isEmpty, count: compositions.count)
    // A composition is nested deeper than all that it contains.
    for composition in compositions.indices.sorted(by: { graph.depths[$0] < graph.depths[$1] })
    where !isVisible[composition] {
      isVisible[composition] = layers[compositions[composition].layers].contains {
        mayShow($0, isVisible)
      }
    }
    return isVisible
  }

  /// Whether a layer of the main composition is there in one of the animation's frames, or in the
  /// one before or after: players round differently, and some rest on the end.
  ///
  /// Other rules cover an animation without frames, and one that begins before 0.
  private func isWithin(_ span: (first: Double, last: Double), _ layer: Layer) -> Bool {
    guard span.first >= 0, span.first < span.last,
      let start = layer.members.inPoint.flatMap(json.double),
      let end = layer.members.outPoint.flatMap(json.double)
    else { return true }
    return start <= end && start <= span.last + 1 && span.first - 1 <= end
  }

  /// Whether a layer may show something, by its own members and by what is in compositions.
  ///
  /// Other rules cover types that nobody knows, and compositions that do not exist.
  private func mayShow(_ layer: Layer, _ isVisible: [Bool] = []) -> Bool {
    switch layer.type {
    case .null, .audio, .guide, .adjustment, .camera, .light, .data: return false
    case .precomposition, .solid, .image, .shape, .text, .videoPlaceholder, .imageSequence, .video,
      .imagePlaceholder, nil:
      guard !isHidden(layer) else { return false }
    }
    if layer.members.transform.map(isTransparent) == true { return false }
    // Effects draw where the layer itself draws nothing.
    if layer.members.effects != nil { return true }
    if layer.type == .shape { return hasPaintedPath(layer) }
    return innerComposition(of: layer).map { isVisible.isEmpty || isVisible[$0] } ?? true
  }

  /// Whether the opacity of a transform or a paint is 0 all the time, by values that nothing else
  /// replaces.
  ///
  /// Players differ on what is less than 0, and on more numbers than one.
  private func isTransparent(_ node: NodeID) -> Bool {
    guard let opacity = member("o", of: node), member("k", of: opacity) != nil,
      member("x", of: opacity) == nil, member("sid", of: opacity) == nil
    else { return false }
    return firstValue(of: opacity) { value in
      let number = json.count(of: value) == 1 ? json.firstElement(of: value) : value
      return number.flatMap(json.double) != 0
    } == nil
  }

  /// Whether a shape layer has a path and something to paint it with, in whatever order.
  ///
  /// Some players draw what is hidden by an `hd` of its own, and lottie-web paints without a fill.
  private func hasPaintedPath(_ layer: Layer) -> Bool {
    var hasPath = false
    var hasPaint = false
    for shape in shapes[layer.shapes] {
      switch shape.type {
      case .path, .rectangle, .ellipse, .star: hasPath = true
      case .fill, .stroke, .gradientFill, .gradientStroke:
        hasPaint = hasPaint || !isTransparent(shape.node)
      case .noFill: hasPaint = true
      case .group, .transform, .trim, .repeater, .merge, .roundedCorners, .offset, .puckerBloat,
        .twist, .zigZag, nil:
        break
      }
      if hasPath, hasPaint { return true }
    }
    return false
  }

  func opacities(_ findings: inout FindingSink) {
    for layer in layers {
      if let transform = layer.members.transform { opacity(of: transform, &findings) }
    }
    for shape in shapes {
      switch shape.type {
      case .fill, .stroke, .gradientFill, .gradientStroke, .transform:
        opacity(of: shape.node, &findings)
      case .group, .path, .rectangle, .ellipse, .star, .trim, .repeater, .merge, .roundedCorners,
        .noFill, .offset, .puckerBloat, .twist, .zigZag, nil:
        break
      }
    }
  }

  private func opacity(of node: NodeID, _ findings: inout FindingSink) {
    guard let opacity = member("o", of: node) else { return }
    let value = firstValue(of: opacity) { value in
      !(0...100).contains(json.double(of: json.firstElement(of: value) ?? value) ?? 0)
    }
    guard let value else { return }
    findings.add(.opacity, at: value, "The opacity \(quoted(value)) is not from 0 to 100")
  }
}
