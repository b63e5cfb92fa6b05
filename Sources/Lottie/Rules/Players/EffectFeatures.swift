extension Rule {
  static let effect = Rule(
    "feature.effect", breaks: .telegram, disturbs: [.ios, .android, .rlottie],
    reason: "Only lottie-web draws the effects fill, stroke, tint, tritone and levels.",
    remedy: "change the colours of the shapes or images instead",
    source: "airbnb/lottie, supported features, March 2026; core.telegram.org/animated_stickers")
  static let effectBlur = Rule(
    "feature.effect-blur", breaks: .telegram, disturbs: [.ios, .rlottie],
    reason: "lottie-ios and rlottie do not blur.",
    remedy: "remove the blur, or blur the image before the export",
    source: "airbnb/lottie, supported features, March 2026; core.telegram.org/animated_stickers")
  static let effectShadow = Rule(
    "feature.effect-drop-shadow", breaks: .telegram, disturbs: .rlottie,
    reason: "rlottie draws no shadows.",
    remedy: "remove the shadow or draw it as a shape",
    source: "airbnb/lottie, supported features, March 2026; core.telegram.org/animated_stickers")
  static let effectLayer = Rule(
    "feature.effect-layer", breaks: .telegram, disturbs: [.ios, .android, .rlottie],
    reason: "Only lottie-web draws the effects set matte and transform.",
    remedy: "use a track matte, or the layer's own transform",
    source: "lottie-web, SVG effects; core.telegram.org/animated_stickers")
  static let effectUnknown = Rule(
    "feature.effect-unknown", breaks: .telegram, disturbs: [.ios, .android, .web, .rlottie],
    reason: "No player draws the effect.",
    remedy: "remove the effect",
    source: "airbnb/lottie, supported features, March 2026; core.telegram.org/animated_stickers")
  static let effectControl = Rule(
    "telegram.effect-control", breaks: .telegram,
    reason: "Stickers may have no effects, and expression controls count as effects.",
    remedy: "remove the control",
    source: "core.telegram.org/animated_stickers")
  static let layerStyle = Rule(
    "feature.layer-style", disturbs: .drawing, reason: "No player draws layer styles.",
    remedy: "draw the style as shapes",
    source: "canilottie.com, styles")
}

extension Animation {
  func effects(_ list: NodeID, _ findings: inout FindingSink) {
    for effect in json.elements(of: list) {
      guard let type = member("ty", of: effect), member("en", of: effect).map(json.isSet) ?? true
      else { continue }
      let rule = effectRule(json.integer(of: type), effect)
      guard rule != .effectControl || findings.profile == .telegram else { continue }
      let name = member("nm", of: effect) ?? member("mn", of: effect)
      findings.add(
        rule, at: type,
        "The layer has \(name.map { "the effect \(quoted($0))" } ?? "an effect")")
    }
  }

  /// The rule that an effect breaks, by the `ty` that Bodymovin writes for effects.
  private func effectRule(_ type: Int?, _ effect: NodeID) -> Rule {
    switch type {
    case 0, 1, 2, 3, 4, 6, 7, 10: .effectControl
    case 5: groupRule(effect)
    case 20, 21, 22, 23, 24: .effect
    case 25: .effectShadow
    case 28, 35: .effectLayer
    case 29: .effectBlur
    case .some, nil: .effectUnknown
    }
  }

  /// Bodymovin writes `ty` 5 for expression controls and for effects that it does not know;
  /// After Effects' own name, `mn`, tells them apart.
  private func groupRule(_ effect: NodeID) -> Rule {
    guard let name = member("mn", of: effect).flatMap(json.text) else { return .effectControl }
    if name == "ADBE Geometry2" { return .effectLayer }
    let isControl = name.hasSuffix(" Control") || name.hasPrefix("Pseudo/")
    return isControl || !name.hasPrefix("ADBE ") ? .effectControl : .effectUnknown
  }

  func styles(_ list: NodeID, _ findings: inout FindingSink) {
    for style in json.elements(of: list) {
      guard let type = member("ty", of: style) else { continue }
      let name = member("nm", of: style)
      findings.add(
        .layerStyle, at: type,
        "The layer has \(name.map { "the style \(quoted($0))" } ?? "a style")")
    }
  }
}
