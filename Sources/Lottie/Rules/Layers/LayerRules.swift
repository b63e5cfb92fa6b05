extension Rule {
  static let layerList = Rule(
    "layer.list", breaks: .all,
    reason: "Players read the layers of a composition as an array of objects.",
    remedy: "export it again with Bodymovin",
    source: "lottie-spec 1.0.1, composition")
  static let layerTypeMissing = Rule(
    "layer.type-missing", breaks: .all, reason: "The type tells players how to read a layer.",
    remedy: "export it again with Bodymovin",
    source: "airbnb/lottie-ios#1302")
  static let layerType = Rule(
    "layer.type", breaks: .drawing, disturbs: .spec,
    reason: "Players refuse the file or leave out a layer they do not know.",
    remedy: "use the integer of a known type, 0 to 15, or remove the layer",
    source: "airbnb/lottie-ios#1062")
  static let layerTypeForm = Rule(
    "layer.type-form", breaks: [.rlottie, .telegram],
    reason: "rlottie refuses 4.0 where it reads an integer.",
    remedy: "write it without a fraction",
    source: "tried with rlottie 0.1")
  static let layerUnplayed = Rule(
    "layer.unplayed", disturbs: .drawing, reason: "Most players leave out layers of this type.",
    remedy: "remove the layer or draw it as shapes",
    source: "airbnb/lottie, supported features, March 2026")
  static let layerSpan = Rule(
    "layer.span", breaks: .all, reason: "Players read each layer's in and out point.",
    remedy: "give the layer both as numbers of frames",
    source: "lottie-spec 1.0.1, layers/layer")
  static let layerSpanEmpty = Rule(
    "layer.span-empty", disturbs: .drawing,
    reason: "A layer whose out point is not after its in point never shows.",
    remedy: "remove the layer or move its out point",
    source: "lottie-lint, error_invalid_layer")
  static let layerStart = Rule(
    "layer.start-missing", breaks: [.ios, .web],
    reason: "lottie-ios refuses a layer without a start time, and lottie-web draws none.",
    remedy: "add \"st\": 0",
    source: "lottie-ios, LayerModel; tried with lottie-web 5.12.2")
  static let layerTransform = Rule(
    "layer.transform", breaks: .all, reason: "Players place a visual layer by its transform.",
    remedy: "give the layer a \"ks\" object, which may be empty",
    source: "lottie-spec 1.0.1, layers/visual-layer")
  static let layerShapes = Rule(
    "layer.shapes", breaks: .all, reason: "Players read the shapes of a shape layer as an array.",
    remedy: "give the layer a \"shapes\" array, which may be empty",
    source: "lottie-spec 1.0.1, layers/shape-layer")
  static let layerStretch = Rule(
    "layer.stretch", breaks: .all, reason: "Players divide by the time stretch.",
    remedy: "set \"sr\" to 1 or the stretch that is meant",
    source: "lottie-spec 1.0.1, layers/layer")
  static let layerSize = Rule(
    "layer.size-missing", breaks: [.ios, .web],
    reason:
      "lottie-ios needs the size of a precomposition layer, and lottie-web cuts it off there.",
    remedy: "set \"w\" and \"h\" of the layer to its size in pixels",
    source: "lottie-ios, PreCompLayerModel; tried with lottie-web 5.12.2")
  static let layerIndexRepeated = Rule(
    "layer.index-repeated", disturbs: .drawing,
    reason: "Players differ on which layer the children of a repeated index follow.",
    remedy: "give each layer of a composition its own \"ind\"",
    source: "lottie-spec 1.0.1, layers/layer: \"ind\" is unique")
  static let layerInvisible = Rule(
    "layer.scale-zero", disturbs: .drawing,
    reason: "A layer whose scale is always 0 shows nothing.",
    remedy: "remove the layer or set its scale",
    source: "tried with rlottie 0.1")
}

extension Animation {
  func layerLists(_ findings: inout FindingSink) {
    for composition in compositions {
      layerList(of: composition, &findings)
      layerIndices(of: composition, &findings)
    }
  }

  func layerMembers(_ findings: inout FindingSink) {
    for layer in layers {
      type(of: layer, &findings)
      times(of: layer, &findings)
      transform(of: layer, &findings)
      contents(of: layer, &findings)
    }
  }

  private func layerList(of composition: Composition, _ findings: inout FindingSink) {
    guard let list = member("layers", of: composition.node) else { return }
    // Another rule covers a missing top-level list.
    if json.kind(of: list) != .array, composition.node != .root {
      findings.add(.layerList, at: list, "\"layers\" is not an array")
    }
    for layer in json.elements(of: list) where json.kind(of: layer) != .object {
      findings.add(.layerList, at: layer, "A layer is not an object")
    }
  }

  private func layerIndices(of composition: Composition, _ findings: inout FindingSink) {
    var seen: Set<Int> = []
    for layer in layers[composition.layers] {
      guard let index = layer.index, !seen.insert(index).inserted else { continue }
      findings.add(.layerIndexRepeated, at: layer.node, "Another layer has the index \(index) too")
    }
  }

  private func type(of layer: Layer, _ findings: inout FindingSink) {
    guard let node = layer.members.type else {
      findings.add(.layerTypeMissing, at: layer.node, "A layer has no type, \"ty\"")
      return
    }
    guard let type = layer.type else {
      findings.add(.layerType, at: node, "\(quoted(node)) is not a layer type")
      return
    }
    if !json.isWrittenAsInteger(node) {
      findings.add(.layerTypeForm, at: node, "\(quoted(node)) is an integer with a fraction")
    }
    if !type.isPlayed {
      findings.add(.layerUnplayed, at: node, "A layer of type \(type.name) is not played")
    }
  }

  /// Frames are divided by the stretch; 10,000 frames last minutes.
  private static let usableStretches = 1e-4...1e4

  private func times(of layer: Layer, _ findings: inout FindingSink) {
    if let first = layer.members.inPoint.flatMap(json.double),
      let last = layer.members.outPoint.flatMap(json.double)
    {
      if !(last > first) {
        findings.add(
          .layerSpanEmpty, at: layer.node, "A layer's out point is not after its in point")
      }
    } else {
      findings.add(
        .layerSpan, at: layer.node, "A layer lacks its in point, \"ip\", or out point, \"op\"")
    }
    if number("st", of: layer.node) == nil {
      findings.add(.layerStart, at: layer.node, "A layer has no start time, \"st\"")
    }
    guard let stretch = layer.members.stretch else { return }
    let value = json.double(of: stretch) ?? 0
    if !Self.usableStretches.contains(value.magnitude) {
      let fault = value == 0 ? "not a number other than 0" : "beyond reason"
      findings.add(.layerStretch, at: stretch, "The time stretch \(quoted(stretch)) is \(fault)")
    }
  }

  private func transform(of layer: Layer, _ findings: inout FindingSink) {
    guard layer.type?.isVisual == true else { return }
    guard let transform = layer.members.transform, json.kind(of: transform) == .object else {
      findings.add(.layerTransform, at: layer.node, "A visual layer has no transform, \"ks\"")
      return
    }
    guard let scale = member("s", of: transform), let value = member("k", of: scale),
      json.elements(of: value).prefix(2).contains(where: { json.double(of: $0) == 0 })
    else { return }
    findings.add(.layerInvisible, at: scale, "The layer's scale is 0 all the time")
  }

  private func contents(of layer: Layer, _ findings: inout FindingSink) {
    if layer.type == .shape, layer.members.shapes.map(json.kind) != .array {
      findings.add(.layerShapes, at: layer.node, "A shape layer has no list of shapes")
    }
    if layer.type == .precomposition {
      for side in [layer.members.width, layer.members.height]
      where !(side.flatMap(json.double) ?? 0 > 0) {
        findings.add(
          .layerSize, at: side ?? layer.node,
          side == nil
            ? "A precomposition layer has no \"w\" and \"h\"" : "The layer's size is not above 0")
        return
      }
    }
  }
}
