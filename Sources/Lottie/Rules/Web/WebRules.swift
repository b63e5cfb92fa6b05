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

  private func drawsItself(_ layer: Layer) -> Bool {
    switch layer.type {
    case .precomposition, .solid, .image, .shape, .text: true
    case .null, .audio, .videoPlaceholder, .imageSequence, .video, .imagePlaceholder, .guide,
      .adjustment, .camera, .light, .data, nil:
      false
    }
  }
}
