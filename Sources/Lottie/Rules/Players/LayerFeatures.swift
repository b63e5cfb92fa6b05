extension Rule {
  static let autoOrient = Rule(
    "feature.auto-orient", breaks: .telegram, disturbs: [.ios, .android],
    reason: "lottie-ios and lottie-android do not orient a layer along its path.",
    remedy: "bake the rotation into keyframes",
    source: "airbnb/lottie, supported features, March 2026; core.telegram.org/animated_stickers")
  static let threeDimensional = Rule(
    "feature.three-dimensional", breaks: .telegram, disturbs: [.ios, .android, .web],
    reason: "Players draw three-dimensional layers flat, without perspective.",
    remedy: "turn off 3D for the layer",
    source: "airbnb/lottie-web wiki, Features; core.telegram.org/animated_stickers")
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
      if let list = members.masks { masks(list, &findings) }
      if let list = members.effects { effects(list, &findings) }
      if let list = members.styles { styles(list, &findings) }
    }
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
