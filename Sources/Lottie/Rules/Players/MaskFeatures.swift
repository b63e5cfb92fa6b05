extension Rule {
  static let maskMode = Rule(
    "feature.mask-mode", disturbs: .drawing,
    reason: "No player knows the mask modes lighten, darken and difference.",
    remedy: "use add, subtract or intersect",
    source: "airbnb/lottie, supported features, March 2026; rlottie, supported features")
  static let maskIntersect = Rule(
    "feature.mask-intersect", disturbs: .web,
    reason: "lottie-web does not intersect masks.",
    remedy: "draw the intersection as one mask",
    source: "airbnb/lottie, supported features, March 2026")
  static let maskExpansion = Rule(
    "feature.mask-expansion", disturbs: .drawing,
    reason: "Only the canvas renderer of lottie-web lets masks grow.",
    remedy: "draw the mask as large as it should be",
    source: "airbnb/lottie, supported features, March 2026; rlottie, supported features")
  static let maskFeather = Rule(
    "feature.mask-feather", disturbs: .drawing, reason: "No player feathers masks.",
    remedy: "set the mask's feather to 0",
    source: "airbnb/lottie, supported features, March 2026; rlottie, supported features")
}

extension RuleFunction {
  static func masks(_ list: NodeID, _ animation: Animation, _ findings: inout FindingSink) {
    for mask in animation.json.elements(of: list) {
      let mode = animation.member("mode", of: mask)
      let name = mode.map(animation.json.key)
      guard name != "n" else { continue }
      if let mode {
        switch name {
        case "l", "d", "f":
          findings.add(.maskMode, at: mode, "The mask's mode is \(animation.quoted(mode))")
        case "i":
          findings.add(.maskIntersect, at: mode, "The mask intersects those before it")
        default: break
        }
      }
      if let node = animation.member("x", of: mask), !animation.isAlways(0, node) {
        findings.add(.maskExpansion, at: node, "The mask is expanded")
      }
      if let node = animation.member("f", of: mask), isFeathered(node, animation) {
        findings.add(.maskFeather, at: node, "The mask is feathered")
      }
    }
  }

  /// A feather has two components, across and down.
  private static func isFeathered(_ property: NodeID, _ animation: Animation) -> Bool {
    animation.values(of: property).contains { value in
      animation.json.elements(of: value).contains { animation.json.double(of: $0) ?? 0 != 0 }
        || animation.json.double(of: value) ?? 0 != 0
    }
  }
}
