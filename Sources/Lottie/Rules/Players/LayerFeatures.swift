extension Rule {
  static let autoOrient = Rule(
    "feature.auto-orient", breaks: .telegram, disturbs: [.ios, .android],
    reason: "lottie-ios and lottie-android do not turn a layer along its path.",
    remedy: "bake the rotation into keyframes",
    source: "airbnb/lottie, supported features, March 2026; core.telegram.org/animated_stickers")
  static let threeDimensional = Rule(
    "feature.three-dimensional", breaks: .telegram, disturbs: [.ios, .android, .web],
    reason: "Players draw a layer in three dimensions flat, and without perspective.",
    remedy: "switch the layer's 3D off",
    source: "airbnb/lottie-web wiki, Features; core.telegram.org/animated_stickers")
  static let blendMode = Rule(
    "feature.blend-mode", disturbs: [.rlottie, .telegram],
    reason: "rlottie draws every layer in the normal blend mode.",
    remedy: "set the layer's blend mode to normal",
    source: "canilottie.com, blend-mode, rlottie 0.2")
  static let blendModeRare = Rule(
    "feature.blend-mode-rare", disturbs: [.android, .rlottie, .telegram],
    reason: "lottie-android knows multiply, screen, overlay, darken, lighten and add only.",
    remedy: "set the layer's blend mode to one of those, or to normal",
    source: "lottie-android, LBlendMode")
  static let lumaMatte = Rule(
    "feature.luma-matte", disturbs: [.ios, .android],
    reason: "lottie-ios and lottie-android know mattes by alpha only.",
    remedy: "use an alpha matte",
    source: "airbnb/lottie, supported features, March 2026")
}

extension RuleFunction {
  static func layerFeatures(_ animation: Animation, _ findings: inout FindingSink) {
    for layer in animation.layers where !animation.isSet(layer.members.hidden) {
      if let node = layer.members.autoOrient, animation.isSet(node) {
        findings.add(.autoOrient, at: node, "The layer turns along its path")
      }
      if let node = layer.members.threeDimensional, animation.isSet(node) {
        findings.add(.threeDimensional, at: node, "The layer is in three dimensions")
      }
      if let node = layer.members.blendMode { blendMode(node, animation, &findings) }
      if let node = layer.members.matteMode, let mode = animation.json.integer(of: node),
        lumaModes.contains(mode)
      {
        findings.add(.lumaMatte, at: node, "The layer is shown by another layer's brightness")
      }
      if let list = layer.members.masks { masks(list, animation, &findings) }
      if let list = layer.members.effects { effects(list, animation, &findings) }
      if let list = layer.members.styles { styles(list, animation, &findings) }
    }
  }

  /// `tt`: luma and inverted luma (lottie-spec 1.0.1, constants/matte-mode).
  private static let lumaModes = 3...4

  /// `bm`, in the order of lottie-spec 1.0.1, constants/blend-mode.
  private static let blendModes = [
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "colour dodge", "colour burn",
    "hard light", "soft light", "difference", "exclusion", "hue", "saturation", "colour",
    "luminosity", "add", "hard mix",
  ]
  private static let frequentBlendModes: Set = [1, 2, 3, 4, 5, 16]

  private static func blendMode(
    _ node: NodeID, _ animation: Animation, _ findings: inout FindingSink
  ) {
    guard let mode = animation.json.integer(of: node), mode != 0, blendModes.indices.contains(mode)
    else { return }
    findings.add(
      frequentBlendModes.contains(mode) ? .blendMode : .blendModeRare, at: node,
      "The layer's blend mode is \(blendModes[mode])")
  }
}
