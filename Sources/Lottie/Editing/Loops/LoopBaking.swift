extension JSONDocument {
  /// Turns loops into keyframes; see `AnimationEdit.bakeLoops`.
  func bakingLoops(maxBytes: Int) throws(EditError) -> EditStep {
    var limits = CheckLimits()
    limits.maxLayers = nodeCount
    let animation = Animation(self, limits: limits)
    var baking = LoopBaking(animation, maxBytes: maxBytes)
    for property in animation.survey.properties { try baking.bake(property) }
    return EditStep(
      change: .bakedLoops(count: baking.count, keyframeCount: baking.keyframeCount),
      splices: baking.splices.inOrder())
  }
}

/// The splices that turn loops into keyframes.
private struct LoopBaking {
  /// A layer, and the frames in which its values matter.
  private struct Place {
    let nodes: Range<NodeID>
    let layerSpan: ClosedRange<Double>
    let span: ClosedRange<Double>
  }

  private let json: JSONDocument
  private let frameRateHz: Double
  private let maxBytes: Int
  /// In the order of the text.
  private let places: [Place]
  private(set) var splices: [Splice] = []
  private var byteCount: Int
  /// The keyframes that were baked last.
  private var baked: NodeID?
  /// How many properties were baked.
  private(set) var count = 0
  /// How many keyframes they got.
  private(set) var keyframeCount = 0

  init(_ animation: Animation, maxBytes: Int) {
    json = animation.json
    frameRateHz = animation.number("fr", of: .root) ?? 0
    self.maxBytes = maxBytes
    byteCount = json.bytes.count
    places = animation.compositions.flatMap { Self.places(in: $0, animation) }
      .sorted { $0.nodes.lowerBound < $1.nodes.lowerBound }
  }

  /// A layer shows from its in point to its out point, and moves its children all the time.
  private static func places(in composition: Composition, _ animation: Animation) -> [Place] {
    let spans = composition.layers.map { animation.span(of: animation.layers[$0]) }
    let parents = Set(animation.parents(in: composition.layers).values)
    let known = spans.compactMap(\.self)
    guard let first = known.map(\.lowerBound).min(), let last = known.map(\.upperBound).max()
    else { return [] }
    return zip(composition.layers, spans).compactMap { position, span in
      guard let span else { return nil }
      let node = animation.layers[position].node
      return Place(
        nodes: node..<animation.json.next(after: node), layerSpan: span,
        span: animation.played(parents.contains(position) ? first...last : span, in: composition))
    }
  }

  /// Bakes a property if its expression is a loop.
  ///
  /// Throws `EditError.tooManyKeyframes` and `.tooLarge`.
  mutating func bake(_ property: Property) throws(EditError) {
    guard let code = json.member("x", of: property.node), let text = json.slice(of: code),
      let loop = LoopExpression(text), frameRateHz > 0, let place = place(of: property.node),
      !isInBaked(property.node)
    else { return }
    let isLooped = !loop.needsFlag || json.number("a", of: property.node) == 1
    if isLooped, property.isAnimated, json.count(of: property.value) > 1 {
      guard let curve = json.loopCurve(of: property.value),
        Animation.usableFrames.contains(curve.start),
        Animation.usableFrames.contains(curve.end),
        let stretches = LoopStretches(
          curve: curve, loop: loop, span: place.span, layerSpan: place.layerSpan,
          frameRateHz: frameRateHz
        ).list(limit: AnimationEdit.mostBakedKeyframes)
      else { return }
      // Products of huge values are no numbers.
      guard stretches.allSatisfy(\.isFinite) else { return }
      if !stretches.isEmpty { try add(stretches, loop.direction, curve, property) }
    } else {
      // Nothing is repeated. A path has no loops, though: its expression fails.
      guard json.kind(of: property.value) != .object else { return }
    }
    baked = property.value
    count += 1
    splices += json.cuts(from: property.node) { $0 == code }
  }

  private func place(of node: NodeID) -> Place? {
    let after = places.partition { $0.nodes.lowerBound > node }
    guard after > 0, places[after - 1].nodes.contains(node) else { return nil }
    return places[after - 1]
  }

  /// Whether the node is inside the list of keyframes that was baked last.
  private func isInBaked(_ node: NodeID) -> Bool {
    baked.map { $0 < node && node < json.next(after: $0) } ?? false
  }

  /// Adds the keyframes of the stretches to those of the property.
  private mutating func add(
    _ stretches: [LoopStretch], _ direction: LoopExpression.Direction, _ curve: LoopCurve,
    _ property: Property
  ) throws(EditError) {
    let keyframes = Array(json.elements(of: property.value))
    let made =
      switch direction {
      case .out: LoopKeyframes(after: curve, stretches)
      case .into: LoopKeyframes(before: curve, stretches)
      }
    guard made.keyframes.count <= AnimationEdit.mostBakedKeyframes else {
      var walk = JSONPointerWalk(document: json)
      throw .tooManyKeyframes(
        pointer: walk.pointer(to: property.node), limit: AnimationEdit.mostBakedKeyframes)
    }
    let splice: Splice
    switch direction {
    case .out:
      let text = made.texts(isLegacy: curve.isLegacy).joined(separator: ",")
      splice = Splice(json.range(of: keyframes[keyframes.count - 1]), Array(text.utf8))
      keyframeCount += made.keyframes.count - 1
    case .into:
      let texts = made.texts(isLegacy: curve.isLegacy, next: curve.value(at: curve.start))
      splice = Splice(
        at: json.range(of: keyframes[0]).lowerBound, texts.map { $0 + "," }.joined())
      keyframeCount += made.keyframes.count
    }
    byteCount += splice.growth
    guard byteCount <= maxBytes else { throw .tooLarge(limit: maxBytes) }
    splices.append(splice)
  }
}

extension Animation {
  /// Players round times to 32-bit integers.
  fileprivate static let usableFrames = -2_147_483_647.0...2_147_483_647

  /// The frames from a layer's in point to its out point; nil if they are missing or beyond what
  /// players take.
  fileprivate func span(of layer: Layer) -> ClosedRange<Double>? {
    guard let start = layer.members.inPoint.flatMap(json.double), Self.usableFrames.contains(start),
      let end = layer.members.outPoint.flatMap(json.double), Self.usableFrames.contains(end),
      start < end
    else { return nil }
    return start...end
  }

  /// The part of these frames of a composition that the animation plays; all of them, if none.
  fileprivate func played(
    _ span: ClosedRange<Double>, in composition: Composition
  ) -> ClosedRange<Double> {
    guard composition.node == .root, let first = number("ip", of: .root),
      let last = number("op", of: .root), max(span.lowerBound, first) < min(span.upperBound, last)
    else { return span }
    return max(span.lowerBound, first)...min(span.upperBound, last)
  }
}
