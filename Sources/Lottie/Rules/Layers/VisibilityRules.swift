extension Rule {
  static let topInvisible = Rule(
    "top.invisible", breaks: .drawing,
    reason: "A gift without anything to see is a mistake of the export.",
    remedy: "show a layer that draws something, at an opacity above 0",
    source: "lottie-spec 1.0.1, layers; tried with lottie-web 5.12.2 and rlottie 0.1")
  static let opacity = Rule(
    "number.opacity", disturbs: .drawing,
    reason: "Players differ on what is less than transparent or more than opaque.",
    remedy: "set the opacity to a number from 0 to 100",
    source: "lottie-spec 1.0.1, helpers/transform; tried with lottie-web 5.12.2 and rlottie 0.1")
}

extension Animation {
  func visibility(_ findings: inout FindingSink) {
    // Other rules cover both: the file has more layers than were read, or none.
    guard !hasMoreLayers, let list = member("layers", of: .root), json.firstElement(of: list) != nil
    else { return }
    let main = layers[compositions[0].layers]
    if main.contains(where: { $0.type != .precomposition && mayShow($0) && isWithinTime($0) }) {
      return
    }
    let contents = visibleCompositions
    let isVisible = main.contains { layer in
      layer.type == .precomposition && mayShow(layer) && isWithinTime(layer)
        && innerComposition(of: layer).map { contents[$0] } ?? true
    }
    if !isVisible { findings.add(.topInvisible, at: list, "No layer can ever be seen") }
  }

  /// Whether each composition has something to show; those in a cycle, which another rule covers,
  /// may.
  private var visibleCompositions: [Bool] {
    var isVisible = Array(repeating: !graph.cycleLayers.isEmpty, count: compositions.count)
    // A composition is nested deeper than all that it contains.
    for composition in compositions.indices.sorted(by: { graph.depths[$0] < graph.depths[$1] })
    where !isVisible[composition] {
      isVisible[composition] = layers[compositions[composition].layers].contains { layer in
        mayShow(layer) && innerComposition(of: layer).map { isVisible[$0] } ?? true
      }
    }
    return isVisible
  }

  /// Whether a layer of the main composition is there in one of the animation's frames; another
  /// rule covers an animation without any.
  private func isWithinTime(_ layer: Layer) -> Bool {
    guard let first = topNumber("ip")?.number, let last = topNumber("op")?.number,
      first < last,
      let start = layer.members.inPoint.flatMap(json.double),
      let end = layer.members.outPoint.flatMap(json.double)
    else { return true }
    return start < end && start < last && first < end
  }

  /// Whether nothing in a layer itself hides it all the time; other rules cover unknown types.
  private func mayShow(_ layer: Layer) -> Bool {
    switch layer.type {
    case .null, .audio, .guide, .adjustment, .camera, .light, .data: return false
    case .shape where !hasPaintedPath(layer): return false
    case .precomposition, .solid, .image, .shape, .text, .videoPlaceholder, .imageSequence, .video,
      .imagePlaceholder, nil:
      guard !isHidden(layer) else { return false }
      return layer.members.transform.map { !isTransparent($0) } ?? true
    }
  }

  /// Whether the opacity of a transform or a paint is 0 all the time, by values that nothing else
  /// replaces.
  private func isTransparent(_ node: NodeID) -> Bool {
    guard let opacity = member("o", of: node), member("k", of: opacity) != nil,
      member("x", of: opacity) == nil, member("sid", of: opacity) == nil
    else { return false }
    return firstValue(of: opacity) { value in
      json.double(of: json.firstElement(of: value) ?? value).map { $0 > 0 } ?? true
    } == nil
  }

  /// Whether a shape layer has a path and something to paint it with, in whatever order.
  private func hasPaintedPath(_ layer: Layer) -> Bool {
    var hasPath = false
    var hasPaint = false
    for shape in shapes[layer.shapes] where !shape.isHidden {
      switch shape.type {
      case .path, .rectangle, .ellipse, .star: hasPath = true
      case .fill, .stroke, .gradientFill, .gradientStroke:
        hasPaint = hasPaint || !isTransparent(shape.node)
      case .group, .transform, .trim, .repeater, .merge, .roundedCorners, .noFill, .offset,
        .puckerBloat, .twist, .zigZag, nil:
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
