extension Rule {
  static let skew = Rule(
    "feature.skew", disturbs: [.rlottie, .telegram], reason: "rlottie does not skew.",
    remedy: "bake the skew into the paths",
    source: "rlottie, supported features; canilottie.com, transform-skew")
  static let engineRotation = Rule(
    "engine.rotation", disturbs: .ios,
    reason: "Core Animation leaves turns about the x and y axis to the slower engine.",
    remedy: "turn the layer about the z axis only",
    source: "lottie-ios, TransformAnimations")
}

extension RuleFunction {
  /// Those of layers; groups have theirs among their shapes.
  static func transforms(of animation: Animation, _ findings: inout FindingSink) {
    for layer in animation.layers {
      guard let node = layer.members.transform, !animation.isSet(layer.members.hidden) else {
        continue
      }
      transform(node, animation, &findings)
    }
  }

  static func transform(
    _ node: NodeID, _ animation: Animation, _ findings: inout FindingSink
  ) {
    var turn: NodeID?
    for (key, value) in animation.json.members(of: node) {
      switch animation.json.key(of: key) {
      case "sk":
        if !animation.isAlways(0, value) { findings.add(.skew, at: value, "The transform skews") }
      case "rx", "ry":
        if turn == nil, !animation.isAlways(0, value) { turn = value }
      default: break
      }
    }
    if let turn {
      findings.add(.engineRotation, at: turn, "The transform turns about the x or y axis")
    }
  }
}
