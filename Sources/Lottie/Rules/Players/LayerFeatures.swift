extension Rule {
  static let autoOrient = Rule(
    "feature.auto-orient", breaks: .telegram, disturbs: .ios,
    reason: "lottie-ios does not orient a layer along its path, nor old lottie-android.",
    remedy: "bake the rotation into keyframes",
    source: "airbnb/lottie, supported features; lottie-android 6.2.0; core.telegram.org")
  static let threeDimensional = Rule(
    "feature.three-dimensional", breaks: .telegram, disturbs: [.gift, .rlottie],
    reason: "lottie-ios and lottie-web draw the layer flat, others in perspective.",
    remedy: "turn off 3D for the layer",
    source: "airbnb/lottie-web wiki; lottie-android 6.7; rlottie; core.telegram.org")
  static let blendMode = Rule(
    "feature.blend-mode", disturbs: [.rlottie, .telegram],
    reason: "rlottie draws every layer in the normal blend mode.",
    remedy: "set the layer's blend mode to normal",
    source: "canilottie.com, blend-mode, rlottie 0.2")
  static let blendModeRare = Rule(
    "feature.blend-mode-rare", disturbs: [.android, .rlottie, .telegram],
    reason: "lottie-android only supports multiply, screen, overlay, darken, lighten and add.",
    remedy: "set the layer's blend mode to one of those, or to normal",
    source: "lottie-android, LBlendMode")
  static let matteUnknown = Rule(
    "feature.matte-unknown", disturbs: .drawing,
    reason: "Players take the mode for another, or show nothing, and lottie-web's canvas throws.",
    remedy: "set \"tt\" to 1 or 2, an alpha matte",
    source: "lottie-spec 1.0.1, constants/matte-mode; tried with lottie-web 5.12.2")
  static let remapStretch = Rule(
    "feature.time-remap-stretch", disturbs: [.android, .rlottie, .telegram],
    reason: "lottie-android and rlottie stretch the remapped time again.",
    remedy: "set \"sr\" to 1",
    source: "lottie-android 6.7.1, CompositionLayer; lottie-web 5.12.2, CompElement.prepareFrame")
  static let solidAlpha = Rule(
    "feature.solid-alpha", disturbs: [.android, .rlottie, .telegram],
    reason: "Players read the last two of eight digits as blue, or as opacity.",
    remedy: "write six digits, and set the layer's opacity",
    source: "Android, Color.parseColor: #AARRGGBB; CSS Color 4: #RRGGBBAA; tried with rlottie 0.1")
  static let rotationLost = Rule(
    "rlottie.rotation-lost", disturbs: [.rlottie, .telegram],
    reason: "rlottie reads the rotation of a layer only after \"ddd\" has said that it is flat.",
    remedy: "write \"ddd\": 0 before \"ks\", as Bodymovin does",
    source: "rlottie 0.1, src/lottie/lottieparser.cpp: parseTransformObject")
  static let matteImage = Rule(
    "feature.matte-image", disturbs: .rlottie,
    reason: "rlottie draws no image that a matte shows, so posters lack it.",
    remedy: "put the image into a precomposition, and show that by the matte",
    source: "tried with rlottie 0.1")
  static let lumaMatte = Rule(
    "feature.luma-matte", disturbs: [.ios, .android, .web],
    reason: "lottie-ios, lottie-android and lottie-web's canvas only support alpha mattes.",
    remedy: "use an alpha matte",
    source: "airbnb/lottie, supported features, March 2026")
}

extension Animation {
  func layerFeatures(_ findings: inout FindingSink) {
    for layer in layers where !isHidden(layer) {
      let members = layer.members
      if let node = members.autoOrient, json.isSet(node) {
        findings.add(.autoOrient, at: node, "The layer turns along its path")
      }
      if let node = members.threeDimensional, json.isSet(node) {
        findings.add(.threeDimensional, at: node, "The layer is in three dimensions")
      }
      if let node = members.blendMode { blendMode(node, &findings) }
      if let node = members.matteMode, let mode = json.integer(of: node),
        Self.lumaModes.contains(mode)
      {
        findings.add(.lumaMatte, at: node, "The layer is shown by another layer's brightness")
      }
      if let node = members.matteMode, let mode = json.double(of: node), mode != 0,
        !Self.matteModes.contains(mode)
      {
        findings.add(.matteUnknown, at: node, "No player knows a matte of the mode \(quoted(node))")
      }
      if let list = members.masks { masks(list, of: layer, &findings) }
      if let list = members.effects { effects(list, &findings) }
      if layer.type == .solid, let colour = members.colour { solid(colour, &findings) }
      timeAndMatte(of: layer, &findings)
      if let list = members.styles { styles(list, &findings) }
    }
  }

  /// Whether a layer turns, and does not say before its transform that it is flat.
  func losesRotation(_ layer: Layer) -> Bool {
    guard let transform = layer.members.transform, let turn = member("r", of: transform) else {
      return false
    }
    let flag = layer.members.threeDimensional.flatMap { json.kind(of: $0) == .null ? nil : $0 }
    let isLate = flag.map { $0 > transform } ?? true
    return isLate && !isAlways(0, turn)
  }

  private func timeAndMatte(of layer: Layer, _ findings: inout FindingSink) {
    let members = layer.members
    if losesRotation(layer) {
      let fault = members.threeDimensional == nil ? "is missing" : "comes after that"
      findings.add(
        .rotationLost, at: members.transform ?? layer.node,
        "The layer turns, and its \"ddd\" \(fault)")
    }
    if layer.type == .precomposition, members.timeRemap != nil, let stretch = members.stretch,
      json.double(of: stretch) ?? 1 != 1
    {
      findings.add(
        .remapStretch, at: stretch,
        "The layer's time is remapped, and stretched \(quoted(stretch)) times")
    }
    if layer.type == .image, let mode = members.matteMode, json.double(of: mode) ?? 0 != 0 {
      findings.add(.matteImage, at: mode, "An image is shown by a matte")
    }
  }

  /// The characters of a colour with an opacity: # and eight digits.
  private static let longColour = 9

  private func solid(_ colour: NodeID, _ findings: inout FindingSink) {
    guard let text = json.slice(of: colour), text.count == Self.longColour,
      text.first == UInt8(ascii: "#")
    else { return }
    findings.add(.solidAlpha, at: colour, "The colour \(quoted(colour)) has eight digits")
  }

  /// `tt`: luma and inverted luma (lottie-spec 1.0.1, constants/matte-mode).
  private static let lumaModes = 3...4
  private static let matteModes: Set<Double> = [1, 2, 3, 4]

  /// `bm`, in the order of lottie-spec 1.0.1, constants/blend-mode.
  private static let blendModes = [
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "colour dodge", "colour burn",
    "hard light", "soft light", "difference", "exclusion", "hue", "saturation", "colour",
    "luminosity", "add", "hard mix",
  ]
  private static let frequentBlendModes: Set = [1, 2, 3, 4, 5, 16]

  private func blendMode(_ node: NodeID, _ findings: inout FindingSink) {
    guard let mode = json.integer(of: node), mode != 0, Self.blendModes.indices.contains(mode)
    else { return }
    findings.add(
      Self.frequentBlendModes.contains(mode) ? .blendMode : .blendModeRare, at: node,
      "The layer's blend mode is \(Self.blendModes[mode])")
  }
}
