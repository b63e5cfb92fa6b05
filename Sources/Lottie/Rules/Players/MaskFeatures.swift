extension Rule {
  static let maskMode = Rule(
    "feature.mask-mode", disturbs: .drawing,
    reason: "No player supports the mask modes lighten, darken and difference.",
    remedy: "use add, subtract or intersect",
    source: "airbnb/lottie, supported features, March 2026; rlottie, supported features")
  static let maskNone = Rule(
    "feature.mask-none", breaks: [.rlottie, .telegram],
    reason:
      "rlottie shows nothing of a layer with a mask that is turned off; others ignore the mask.",
    remedy: "remove the mask",
    source: "tried with rlottie 0.1")
  static let maskOpen = Rule(
    "feature.mask-open", disturbs: .web,
    reason: "lottie-web may show nothing through a mask whose path is not closed.",
    remedy: "close the mask's path",
    source: "tried with lottie-web 5.12.2")
  static let maskIntersect = Rule(
    "feature.mask-intersect", disturbs: .web,
    reason: "lottie-web does not intersect masks.",
    remedy: "draw the intersection as one mask",
    source: "airbnb/lottie, supported features, March 2026")
  static let maskExpansion = Rule(
    "feature.mask-expansion", disturbs: .drawing,
    reason: "Only the canvas renderer of lottie-web expands masks.",
    remedy: "draw the mask at its final size",
    source: "airbnb/lottie, supported features, March 2026; rlottie, supported features")
  static let maskFeather = Rule(
    "feature.mask-feather", disturbs: .drawing, reason: "No player feathers masks.",
    remedy: "set the mask's feather to 0",
    source: "airbnb/lottie, supported features, March 2026; rlottie, supported features")
}

extension Animation {
  func masks(_ list: NodeID, _ findings: inout FindingSink) {
    for mask in json.elements(of: list) {
      if let mode = member("mode", of: mask) {
        switch json.key(of: mode) {
        case "n":
          findings.add(.maskNone, at: mode, "The mask is turned off")
          continue
        case "l", "d", "f":
          findings.add(.maskMode, at: mode, "The mask's mode is \(quoted(mode))")
        case "i": findings.add(.maskIntersect, at: mode, "The mask intersects those before it")
        default: break
        }
      }
      if let path = member("pt", of: mask), let open = values(of: path).first(where: isOpen) {
        findings.add(.maskOpen, at: open, "The mask's path is not closed")
      }
      if let node = member("x", of: mask), !isAlways(0, node) {
        findings.add(.maskExpansion, at: node, "The mask is expanded")
      }
      if let node = member("f", of: mask), isFeathered(node) {
        findings.add(.maskFeather, at: node, "The mask is feathered")
      }
    }
  }

  private func isOpen(_ path: NodeID) -> Bool {
    json.kind(of: path) == .object && !json.isSet(member("c", of: path))
  }

  /// A feather has two components, across and down.
  private func isFeathered(_ property: NodeID) -> Bool {
    values(of: property).contains { value in
      json.elements(of: value).contains { json.double(of: $0) ?? 0 != 0 }
        || json.double(of: value) ?? 0 != 0
    }
  }
}
