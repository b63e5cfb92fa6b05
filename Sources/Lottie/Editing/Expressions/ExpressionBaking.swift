extension JSONDocument {
  /// Turns expressions into keyframes; see `AnimationEdit.bakeLoops`.
  func bakingLoops(maxBytes: Int) throws(EditError) -> EditStep {
    var limits = CheckLimits()
    limits.maxLayers = nodeCount
    let animation = Animation(self, limits: limits)
    var baking = ExpressionBaking(animation, maxBytes: maxBytes)
    for property in animation.survey.properties { try baking.bake(property) }
    return EditStep(
      change: .bakedLoops(count: baking.count, keyframeCount: baking.keyframeCount),
      splices: baking.splices.inOrder())
  }
}

/// The splices that turn expressions into keyframes, or into values.
private struct ExpressionBaking {
  /// A layer, and the frames in which its values matter.
  private struct Place {
    let nodes: Range<NodeID>
    let layerSpan: ClosedRange<Double>
    let span: ClosedRange<Double>
    /// From the first layer's in point to the last one's out point.
    let compositionSpan: ClosedRange<Double>
    /// Whether players show the composition at whole frames of its own only.
    let isInFrames: Bool
  }

  private let json: JSONDocument
  private let frameRateHz: Double
  private let maxBytes: Int
  private var reading: ExpressionReading
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
    reading = ExpressionReading(animation)
    let isInFrames = animation.areInFrames
    places = zip(animation.compositions, isInFrames)
      .flatMap { Self.places(in: $0, isInFrames: $1, animation) }
      .sorted { $0.nodes.lowerBound < $1.nodes.lowerBound }
  }

  /// A layer shows from its in point to its out point, and moves its children all the time.
  private static func places(
    in composition: Composition, isInFrames: Bool, _ animation: Animation
  ) -> [Place] {
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
        span: animation.played(parents.contains(position) ? first...last : span, in: composition),
        compositionSpan: animation.played(first...last, in: composition), isInFrames: isInFrames)
    }
  }

  /// Bakes a property if what its expression gives is known.
  ///
  /// Throws `EditError.tooManyKeyframes` and `.tooLarge`.
  mutating func bake(_ property: Property) throws(EditError) {
    guard let code = json.member("x", of: property.node), json.kind(of: code) == .string,
      frameRateHz > 0, let place = place(of: property.node), !isInBaked(property.node)
    else { return }
    let isBaked =
      switch reading.kind(of: property, code: code) {
      case .loop(let loop): try bake(property, loop, place)
      case .idle: true
      case .known(let value): try bake(property, value, place)
      case .random, .unknown: false
      }
    guard isBaked else { return }
    baked = property.value
    count += 1
    splices += json.cuts(from: property.node) { $0 == code }
  }

  /// Adds the keyframes of a loop; false if it has to stay.
  private mutating func bake(
    _ property: Property, _ loop: LoopExpression, _ place: Place
  ) throws(EditError) -> Bool {
    let isLooped = !loop.needsFlag || json.number("a", of: property.node) == 1
    guard isLooped, property.isAnimated, json.count(of: property.value) > 1 else {
      // Nothing is repeated. A path has no loops, though: its expression fails.
      return json.kind(of: property.value) != .object
    }
    guard let curve = json.loopCurve(of: property.value),
      Animation.usableFrames.contains(curve.start), Animation.usableFrames.contains(curve.end),
      let stretches = LoopStretches(
        curve: curve, loop: loop, span: place.span, layerSpan: place.layerSpan,
        frameRateHz: frameRateHz, isInFrames: place.isInFrames
      ).list(limit: AnimationEdit.mostBakedKeyframes),
      // Products of huge values are no numbers.
      stretches.allSatisfy(\.isFinite)
    else { return false }
    if !stretches.isEmpty { try add(stretches, loop.direction, curve, property) }
    return true
  }

  /// Writes the value that an expression gives; false if it is no value.
  private mutating func bake(
    _ property: Property, _ result: ExpressionValue, _ place: Place
  ) throws(EditError) -> Bool {
    let (start, end) = (place.compositionSpan.lowerBound, place.compositionSpan.upperBound)
    let ends = [start, end].map { frame in
      result.numbers.map { $0.start + $0.perSecond * frame / frameRateHz }
    }
    guard start < end, ends.joined().allSatisfy(\.isFinite) else { return false }
    let isMoving = ends[0] != ends[1]
    let text: String
    if isMoving {
      let motion = Motion.straight(.none)
      text =
        "[\(LoopKeyframes.text(at: start, ends[0], motion)),"
        + "\(LoopKeyframes.text(at: end, ends[1], .hold))]"
      keyframeCount += 2
    } else if case .list = result {
      text = ends[0].text
    } else {
      text = ends[0][0].text
    }
    let flag = json.member("a", of: property.node)
    if let flag {
      splices.append(Splice(json.range(of: flag), Array((isMoving ? "1" : "0").utf8)))
    }
    let value = json.range(of: property.value)
    let splice = Splice(value, Array((text + (flag == nil && isMoving ? ",\"a\":1" : "")).utf8))
    byteCount += splice.growth
    guard byteCount <= maxBytes else { throw .tooLarge(limit: maxBytes) }
    splices.append(splice)
    return true
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
  /// Of each composition, whether players show it at whole frames of its own only: not if a layer
  /// that shows it has another speed, or begins between two frames.
  fileprivate var areInFrames: [Bool] {
    var isInFrames = compositions.map { _ in true }
    for layer in layers {
      guard let inner = innerComposition(of: layer) else { continue }
      let start = layer.members.start.flatMap(json.double) ?? 0
      let stretch = layer.members.stretch.flatMap(json.double) ?? 1
      if stretch != 1 || start.rounded() != start || layer.members.timeRemap != nil {
        isInFrames[inner] = false
      }
    }
    // What is in such a composition is so, too.
    var open = isInFrames.indices.filter { !isInFrames[$0] }
    while let position = open.popLast() {
      for layer in compositions[position].layers {
        guard let inner = innerComposition(of: layers[layer]), isInFrames[inner] else { continue }
        isInFrames[inner] = false
        open.append(inner)
      }
    }
    return isInFrames
  }

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
