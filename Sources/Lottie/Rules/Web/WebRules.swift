/// What lottie-web reads without asking whether it is there: it throws, and shows nothing of the
/// file, or hangs with the page. All were tried with `make players`.
extension Rule {
  static let keyframeAlone = Rule(
    "keyframe.alone", breaks: .web,
    reason: "lottie-web reads the keyframe after the first one, and throws if there is none.",
    remedy: "make the value static, or add a keyframe",
    source: "lottie-web 5.12.2, interpolateValue")
  static let groupTransform = Rule(
    "shape.group-transform", breaks: .web,
    reason: "lottie-web takes the last item of a group for its transform, and throws if it is not.",
    remedy: "end the group with its transform, a shape of the type \"tr\"",
    source: "lottie-web 5.12.2, ShapeExpressionInterface")
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
  static let textBox = Rule(
    "text.box-narrow", breaks: .web,
    reason: "lottie-web breaks lines until each letter fits, and so hangs the page.",
    remedy: "make the text's box wider, or the text smaller",
    source: "lottie-web 5.12.2, TextProperty.completeTextData")
}

extension Animation {
  func loneKeyframes(_ findings: inout FindingSink) {
    for property in survey.properties where property.isAnimated {
      guard let first = json.firstElement(of: property.value),
        json.next(after: first) == json.next(after: property.value), !holdsObject(first)
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
    for shape in shapes where shape.type == .group {
      guard let items = shape.items, json.kind(of: items) == .array else { continue }
      var last: NodeID?
      for item in json.elements(of: items) { last = item }
      let type = last.flatMap { member("ty", of: $0) }
      guard type.flatMap({ json.shapeType(of: $0) }) != .transform else { continue }
      findings.add(.groupTransform, at: items, "A group does not end with its transform")
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

  private func drawsItself(_ layer: Layer) -> Bool {
    switch layer.type {
    case .precomposition, .solid, .image, .shape, .text: true
    case .null, .audio, .videoPlaceholder, .imageSequence, .video, .imagePlaceholder, .guide,
      .adjustment, .camera, .light, .data, nil:
      false
    }
  }
}
