/// What lottie-web reads without asking whether it is there: it throws, and shows nothing of the
/// file, or hangs with the page. All were tried with `make players`.
extension Rule {
  static let keyframeAlone = Rule(
    "keyframe.alone", breaks: .web,
    reason: "lottie-web reads the keyframe after the first one, and throws if there is none.",
    remedy: "make the value static, or add a keyframe",
    source: "lottie-web 5.12.2, interpolateValue")
  static let keyframeNumber = Rule(
    "keyframe.number", disturbs: .web,
    reason: "lottie-web reads the first element of a keyframe's value, and a number has none.",
    remedy: "write the number in an array",
    source: "lottie-web 5.12.2, interpolateValue")
  static let opacity = Rule(
    "number.opacity", disturbs: .drawing,
    reason: "Players differ on what is less than transparent or more than opaque.",
    remedy: "set the opacity to a number from 0 to 100",
    source: "lottie-spec 1.0.1, helpers/transform; tried with lottie-web 5.12.2 and rlottie 0.1")
  static let groupTransform = Rule(
    "shape.group-transform", breaks: .web,
    reason: "lottie-web takes the last item of a group for its transform, and throws if it is not.",
    remedy: "end the group with its transform, a shape of the type \"tr\"",
    source: "lottie-web 5.12.2, ShapeExpressionInterface")
  static let starRadius = Rule(
    "shape.star-radius", disturbs: .web,
    reason: "lottie-web draws nothing of a star without an inner radius.",
    remedy: "set the inner radius to more than 0",
    source: "tried with lottie-web 5.12.2")
  static let layerCamera = Rule(
    "layer.camera", breaks: .web,
    reason: "The SVG and canvas renderers of lottie-web throw at a camera.",
    remedy: "remove the camera",
    source: "lottie-web 5.12.2, BaseRenderer.createCamera")
  static let layerSound = Rule(
    "layer.sound", breaks: .web,
    reason: "lottie-web throws at a sound in every frame, unless the page has Howler.",
    remedy: "remove the sound",
    source: "lottie-web 5.12.2, AudioElement.prepareFrame and AudioController.createAudio")
  static let matteLayer = Rule(
    "reference.matte-layer", breaks: .web,
    reason: "The SVG renderer of lottie-web throws if either of the layers shows nothing itself.",
    remedy: "use a layer that draws something, or remove \"tt\"",
    source: "lottie-web 5.12.2, SVGRendererBase.buildItem")
  static let parentData = Rule(
    "reference.parent-data", breaks: .web,
    reason: "lottie-web throws where a layer's parent is data, which has no position.",
    remedy: "remove \"parent\" or name another layer",
    source: "lottie-web 5.12.2, BaseRenderer.buildElementParenting")
  static let canvasText = Rule(
    "canvas.text", disturbs: .web,
    reason: "The canvas renderer of lottie-web draws text by the file's glyphs, and not on a path.",
    remedy: "use the SVG renderer, or convert text layers to shapes",
    source: "lottie-web 5.12.2, CVTextElement.buildNewText and renderInnerContent")
  static let canvasGradient = Rule(
    "canvas.gradient", disturbs: .web,
    reason: "The canvas renderer of lottie-web throws at a colour stop outside 0 to 1.",
    remedy: "set the stop's offset to a number from 0 to 1",
    source: "HTML standard, CanvasGradient.addColorStop")
  static let textBox = Rule(
    "text.box-narrow", breaks: .web,
    reason: "lottie-web breaks lines until each letter fits, and so hangs the page.",
    remedy: "make the text's box wider, or the text smaller",
    source: "lottie-web 5.12.2, TextProperty.completeTextData")
}

extension Animation {
  func loneKeyframes(_ findings: inout FindingSink) {
    let glyphs = member("chars", of: .root)
    let glyphRange = glyphs.map { $0..<json.next(after: $0) }
    for property in survey.properties where property.isAnimated {
      guard let first = json.firstElement(of: property.value) else { continue }
      guard json.next(after: first) == json.next(after: property.value),
        !holdsObject(first) || glyphRange?.contains(first) == true
      else { continue }
      findings.add(.keyframeAlone, at: first, "A value has a single keyframe")
    }
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

  /// Whether the value of a keyframe is a path or a text, which lottie-web reads with more care.
  private func holdsObject(_ keyframe: NodeID) -> Bool {
    guard let value = member("s", of: keyframe) ?? member("e", of: keyframe) else { return false }
    return json.kind(of: json.firstElement(of: value) ?? value) == .object
      || json.kind(of: value) == .object
  }

  func groupTransforms(_ findings: inout FindingSink) {
    var lists = Array(repeating: (transforms: 0, endsWithOne: false), count: shapeListCount)
    for shape in shapes {
      lists[shape.list].endsWithOne = shape.type == .transform
      if shape.type == .transform { lists[shape.list].transforms += 1 }
    }
    for shape in shapes where shape.type == .group {
      guard let items = shape.items, let inner = shape.innerList, json.kind(of: items) == .array
      else { continue }
      if !lists[inner].endsWithOne {
        findings.add(.groupTransform, at: items, "A group does not end with its transform")
      } else if lists[inner].transforms > 1 {
        findings.add(.groupTransform, at: items, "A group has more than one transform")
      }
    }
  }

  func starRadii(_ findings: inout FindingSink) {
    for shape in shapes where shape.type == .star && number("sy", of: shape.node) == 1 {
      guard let radius = member("ir", of: shape.node), isAlways(0, radius) else { continue }
      findings.add(.starRadius, at: radius, "The star's inner radius is 0")
    }
  }

  func layersOfWeb(_ findings: inout FindingSink) {
    for layer in layers {
      guard let type = layer.members.type else { continue }
      if layer.type == .camera { findings.add(.layerCamera, at: type, "A layer is a camera") }
      if layer.type == .audio { findings.add(.layerSound, at: type, "A layer is a sound") }
    }
    for composition in compositions {
      let sources = matteSources(in: composition.layers)
      for (position, source) in sources.sorted(by: { $0.key < $1.key }) {
        guard let mode = layers[position].members.matteMode,
          let other = [position, source].first(where: { !drawsItself(layers[$0]) })
        else { continue }
        let whose = other == source ? "The layer's matte" : "A layer with a matte"
        findings.add(.matteLayer, at: mode, "\(whose) shows nothing itself")
      }
    }
  }

  func dataParents(_ findings: inout FindingSink) {
    guard layers.contains(where: { $0.type == .data }) else { return }
    for composition in compositions {
      for (position, parent) in parents(in: composition.layers).sorted(by: { $0.key < $1.key })
      where layers[parent].type == .data {
        let node = layers[position].members.parent ?? layers[position].node
        findings.add(.parentData, at: node, "The layer's parent is data")
      }
    }
  }

  func canvasTexts(_ findings: inout FindingSink) {
    let texts = layers.filter { $0.type == .text }
    guard !texts.isEmpty else { return }
    let letters = LetterWidths(self)
    let glyphs = json.elements(of: member("chars", of: .root) ?? .root)
    let hasOnlyPaths = glyphs.allSatisfy(holdsOnlyPaths)
    for layer in texts {
      let path = layer.members.text.flatMap { member("p", of: $0) }
      // In a box, the player adds line breaks, for which there is no glyph.
      let isDrawn = documents(of: layer).allSatisfy { document in
        member("sz", of: document) == nil && letters.hasAll(of: document, self)
      }
      guard !isDrawn || !hasOnlyPaths || path.flatMap({ member("m", of: $0) }) != nil
      else { continue }
      findings.add(.canvasText, at: layer.node, "The text cannot be drawn on a canvas")
    }
  }

  /// Whether the shapes of a glyph are groups of paths.
  private func holdsOnlyPaths(_ glyph: NodeID) -> Bool {
    guard let data = member("data", of: glyph), let groups = member("shapes", of: data) else {
      return true
    }
    return json.elements(of: groups).allSatisfy { group in
      guard let items = member("it", of: group) else { return false }
      return json.elements(of: items).allSatisfy {
        member("ty", of: $0).flatMap(json.shapeType) == .path
      }
    }
  }

  func canvasGradients(_ findings: inout FindingSink) {
    for shape in shapes where shape.type == .gradientFill || shape.type == .gradientStroke {
      guard let gradient = member("g", of: shape.node),
        let count = member("p", of: gradient).flatMap(json.integer),
        let colours = member("k", of: gradient)
      else { continue }
      for value in values(of: colours) {
        // A colour stop is an offset and three components.
        let held = max(min(count, json.count(of: value) / 4), 0)
        let stops = json.elements(of: value).prefix(4 * held)
        let offsets = stops.enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
        guard let node = offsets.first(where: { !(0...1).contains(json.double(of: $0) ?? 0) })
        else { continue }
        findings.add(.canvasGradient, at: node, "The stop's offset is \(quoted(node))")
      }
    }
  }

  private func drawsItself(_ layer: Layer) -> Bool {
    switch layer.type {
    case .precomposition, .solid, .image, .shape, .text: true
    case .null, .audio, .videoPlaceholder, .imageSequence, .video, .imagePlaceholder, .guide,
      .adjustment, .camera, .light, .data, nil:
      false
    }
  }
}
