extension Rule {
  static let skew = Rule(
    "feature.skew", disturbs: [.rlottie, .telegram], reason: "rlottie does not skew.",
    remedy: "bake the skew into the paths",
    source: "rlottie, supported features; canilottie.com, transform-skew")
  static let engineRotation = Rule(
    "engine.rotation", disturbs: .ios,
    reason: "Core Animation leaves rotation about the x and y axes to the slower engine.",
    remedy: "rotate the layer about the z axis only",
    source: "lottie-ios, TransformAnimations")
}

extension Animation {
  func transform(_ node: NodeID, _ findings: inout FindingSink) {
    var turn: NodeID?
    for (key, value) in json.members(of: node) {
      switch json.key(of: key) {
      case "sk":
        if !isAlways(0, value) { findings.add(.skew, at: value, "The transform skews") }
      case "rx", "ry":
        if turn == nil, !isAlways(0, value) { turn = value }
      default: break
      }
    }
    if let turn {
      findings.add(.engineRotation, at: turn, "The transform turns about the x or y axis")
    }
  }
}
