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
  static let maskFlag = Rule(
    "layer.mask-flag", breaks: [.web, .rlottie, .telegram],
    reason: "lottie-web distorts masks without \"hasMask\", and rlottie does not mask.",
    remedy: "set the layer's \"hasMask\" to true",
    source: "lottie-web 5.12.2, DataManager.completeLayers; tried with rlottie 0.1")
  static let maskInverted = Rule(
    "feature.mask-inverted", disturbs: .web,
    reason: "lottie-web's SVG loses what is left of or above the layer's origin.",
    remedy: "move the layer's contents right and down of its origin, or cut the shape itself",
    source: "lottie-web 5.12.2, MaskElement: solidPath begins at 0,0")
  static let maskFeather = Rule(
    "feature.mask-feather", disturbs: .drawing, reason: "No player feathers masks.",
    remedy: "set the mask's feather to 0",
    source: "airbnb/lottie, supported features, March 2026; rlottie, supported features")
}

extension Animation {
  func masks(_ list: NodeID, of layer: Layer, _ findings: inout FindingSink) {
    let active = json.elements(of: list).filter { member("mode", of: $0).map(json.key) != "n" }
    if lacksMaskFlag(layer) {
      findings.add(.maskFlag, at: list, "The layer has masks, and does not say so")
    }
    if let inverted = active.first(where: { isInverted($0, isFirst: $0 == active.first) }),
      reachesBeforeOrigin(layer)
    {
      findings.add(.maskInverted, at: inverted, "The mask shows all but its path")
    }
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

  /// Whether a layer has masks that are turned on, and `hasMask` does not say so.
  func lacksMaskFlag(_ layer: Layer) -> Bool {
    guard let masks = layer.members.masks, !json.isSet(member("hasMask", of: layer.node)) else {
      return false
    }
    return json.elements(of: masks).contains { member("mode", of: $0).map(json.key) != "n" }
  }

  /// Whether lottie-web cuts the path out of a rectangle that begins at the layer's origin.
  private func isInverted(_ mask: NodeID, isFirst: Bool) -> Bool {
    json.isSet(member("inv", of: mask)) || isFirst && member("mode", of: mask).map(json.key) == "s"
  }

  /// Whether a layer has contents left of or above its origin; text stands on it.
  private func reachesBeforeOrigin(_ layer: Layer) -> Bool {
    layer.type == .text || ShapeReach(layer, self).isBeforeOrigin
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
