extension Rule {
  static let layerList = Rule(
    "layer.list", .error,
    reason: "Players read the layers of a composition as an array of objects.",
    remedy: "export it again with Bodymovin")
  static let layerTypeMissing = Rule(
    "layer.type-missing", .error, reason: "Players choose by the type how to read a layer.",
    remedy: "export it again with Bodymovin")
  static let layerType = Rule(
    "layer.type", .error, reason: "Players refuse the file or leave out a layer they do not know.",
    remedy: "use the integer of a known type, 0 to 15, or remove the layer")
  static let layerTypeForm = Rule(
    "layer.type-form", .warning, reason: "rlottie refuses 4.0 where it reads an integer.",
    remedy: "write it without a fraction")
  static let layerUnplayed = Rule(
    "layer.unplayed", .warning, reason: "Most players leave out layers of this type.",
    remedy: "remove the layer or draw it as shapes")
  static let layerSpan = Rule(
    "layer.span", .error, reason: "Players read each layer's in and out point.",
    remedy: "give the layer both as numbers of frames")
  static let layerSpanEmpty = Rule(
    "layer.span-empty", .warning,
    reason: "A layer whose out point is not after its in point never shows.",
    remedy: "remove the layer or move its out point")
  static let layerStart = Rule(
    "layer.start-missing", .warning, reason: "lottie-ios refuses a layer without a start time.",
    remedy: "add \"st\": 0")
  static let layerTransform = Rule(
    "layer.transform", .error, reason: "Players place a visual layer by its transform.",
    remedy: "give the layer a \"ks\" object, which may be empty")
  static let layerShapes = Rule(
    "layer.shapes", .error, reason: "Players read the shapes of a shape layer as an array.",
    remedy: "give the layer a \"shapes\" array, which may be empty")
  static let layerStretch = Rule(
    "layer.stretch", .error, reason: "Players divide by the time stretch.",
    remedy: "set \"sr\" to 1 or the stretch that is meant")
  static let layerSize = Rule(
    "layer.size-missing", .warning, reason: "lottie-ios needs the size of a precomposition layer.",
    remedy: "add \"w\" and \"h\" to the layer")
  static let layerIndexRepeated = Rule(
    "layer.index-repeated", .warning,
    reason: "Children of a repeated index follow a different layer in each player.",
    remedy: "give each layer of a composition its own \"ind\"")
  static let layerInvisible = Rule(
    "layer.scale-zero", .warning, reason: "A layer whose scale is always 0 shows nothing.",
    remedy: "remove the layer or set its scale")
}

extension RuleFunction {
  static let layers = [
    RuleFunction(.layerList, run: layerLists),
    RuleFunction(.layerTypeMissing, .layerType, .layerTypeForm, .layerUnplayed, run: layerTypes),
    RuleFunction(.layerSpan, .layerSpanEmpty, run: layerSpans),
    RuleFunction(.layerStart, .layerStretch, run: layerTimes),
    RuleFunction(.layerTransform, .layerInvisible, run: layerTransforms),
    RuleFunction(.layerShapes, .layerSize, run: layerContents),
    RuleFunction(.layerIndexRepeated, run: layerIndices),
  ]

  private static func layerLists(_ animation: Animation, _ findings: inout FindingSink) {
    for composition in animation.compositions {
      guard let list = animation.member("layers", of: composition.node) else { continue }
      if animation.json.kind(of: list) != .array {
        // What the top level lacks has a code of its own.
        guard composition.node != .root else { continue }
        findings.add(.layerList, at: list, "\"layers\" is not an array")
      }
      for layer in animation.json.elements(of: list)
      where animation.json.kind(of: layer) != .object {
        findings.add(.layerList, at: layer, "A layer is not an object")
      }
    }
  }

  private static func layerTypes(_ animation: Animation, _ findings: inout FindingSink) {
    for layer in animation.layers {
      guard let node = animation.member("ty", of: layer.node) else {
        findings.add(.layerTypeMissing, at: layer.node, "A layer has no type, \"ty\"")
        continue
      }
      guard let type = layer.type else {
        findings.add(.layerType, at: node, "\(animation.quoted(node)) is no layer type")
        continue
      }
      if !animation.json.isWrittenAsInteger(node) {
        findings.add(
          .layerTypeForm, at: node, "\(animation.quoted(node)) is an integer with a fraction")
      }
      if !type.isPlayed {
        findings.add(.layerUnplayed, at: node, "A layer of type \(type.name) is not played")
      }
    }
  }

  private static func layerSpans(_ animation: Animation, _ findings: inout FindingSink) {
    for layer in animation.layers {
      guard let first = animation.number("ip", of: layer.node),
        let last = animation.number("op", of: layer.node)
      else {
        findings.add(
          .layerSpan, at: layer.node, "A layer lacks its in point, \"ip\", or out point, \"op\"")
        continue
      }
      if !(last > first) {
        findings.add(
          .layerSpanEmpty, at: layer.node, "A layer's out point is not after its in point")
      }
    }
  }

  private static func layerTimes(_ animation: Animation, _ findings: inout FindingSink) {
    for layer in animation.layers {
      if animation.number("st", of: layer.node) == nil {
        findings.add(.layerStart, at: layer.node, "A layer has no start time, \"st\"")
      }
      if let stretch = animation.member("sr", of: layer.node),
        animation.json.double(of: stretch) ?? 0 == 0
      {
        findings.add(
          .layerStretch, at: stretch,
          "The time stretch \(animation.quoted(stretch)) is not a number other than 0")
      }
    }
  }

  private static func layerTransforms(_ animation: Animation, _ findings: inout FindingSink) {
    for layer in animation.layers where layer.type?.isVisual == true {
      guard let transform = animation.member("ks", of: layer.node),
        animation.json.kind(of: transform) == .object
      else {
        findings.add(.layerTransform, at: layer.node, "A visual layer has no transform, \"ks\"")
        continue
      }
      guard let scale = animation.member("s", of: transform),
        let value = animation.member("k", of: scale)
      else { continue }
      if animation.json.elements(of: value).prefix(2).contains(where: {
        animation.json.double(of: $0) == 0
      }) {
        findings.add(.layerInvisible, at: scale, "The layer's scale is 0 all the time")
      }
    }
  }

  private static func layerContents(_ animation: Animation, _ findings: inout FindingSink) {
    for layer in animation.layers {
      if layer.type == .shape,
        animation.member("shapes", of: layer.node).map(animation.json.kind) != .array
      {
        findings.add(.layerShapes, at: layer.node, "A shape layer has no list of shapes")
      }
      if layer.type == .precomposition,
        animation.number("w", of: layer.node) == nil || animation.number("h", of: layer.node) == nil
      {
        findings.add(.layerSize, at: layer.node, "A precomposition layer has no \"w\" and \"h\"")
      }
    }
  }

  private static func layerIndices(_ animation: Animation, _ findings: inout FindingSink) {
    for composition in animation.compositions {
      var seen: Set<Int> = []
      for layer in animation.layers[composition.layers] {
        guard let index = layer.index, !seen.insert(index).inserted else { continue }
        findings.add(
          .layerIndexRepeated, at: layer.node, "Another layer has the index \(index) too")
      }
    }
  }
}
