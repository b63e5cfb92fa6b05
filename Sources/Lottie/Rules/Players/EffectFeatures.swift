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
  static let effectDisabled = Rule(
    "feature.effect-disabled", disturbs: .gift,
    reason: "Players do not read \"en\", and draw what they know of a disabled effect.",
    remedy: "remove the effect",
    source: "tried with lottie-web 5.12.2; lottie-ios, LayerEffect; lottie-android, LayerParser")
  static let shadowRoom = Rule(
    "feature.shadow-room", disturbs: .web,
    reason: "lottie-web cuts a shadow at the layer's box, unless the page sets filterSize.",
    remedy: "draw the shadow as a shape, or set \"filterSize\" where the page loads the animation",
    source: "lottie-web 5.12.2, SVGDropShadowEffect: renderConfig.filterSize")
  static let shadowNames = Rule(
    "feature.shadow-names", disturbs: [.ios, .android],
    reason: "lottie-ios and lottie-android find the values of a shadow by their English names.",
    remedy: "export it with After Effects in English, or rename the values",
    source: "lottie-ios, DropShadowEffect; lottie-android 6.7.1, DropShadowEffectParser")
  static let effectOrder = Rule(
    "feature.effect-order", disturbs: .android,
    reason: "lottie-android reads in stream order, and skips values before what they are.",
    remedy: "write \"ty\" and \"nm\" before \"ef\" and \"v\", as Bodymovin does",
    source: "lottie-android 6.7.1, DropShadowEffectParser and BlurEffectParser")
  static let layerStyle = Rule(
    "feature.layer-style", disturbs: .drawing, reason: "No player draws layer styles.",
    remedy: "draw the style as shapes",
    source: "canilottie.com, styles")
}

extension Animation {
  func effects(_ list: NodeID, _ findings: inout FindingSink) {
    for effect in json.elements(of: list) {
      guard let type = member("ty", of: effect) else { continue }
      let number = json.integer(of: type)
      if let flag = member("en", of: effect), !json.isSet(flag) {
        if number.map(EffectType.drawn.contains) == true {
          findings.add(.effectDisabled, at: flag, "The layer has an effect that is turned off")
        }
        continue
      }
      let rule = effectRule(number, effect)
      guard rule != .effectControl || findings.profile == .telegram else { continue }
      let name = member("nm", of: effect) ?? member("mn", of: effect)
      findings.add(
        rule, at: type,
        "The layer has \(name.map { "the effect \(quoted($0))" } ?? "an effect")")
      if rule == .effectShadow || rule == .effectBlur {
        nativeEffect(effect, type, isShadow: rule == .effectShadow, &findings)
      }
    }
  }

  /// Checks an effect that lottie-ios or lottie-android draw as well.
  private func nativeEffect(
    _ effect: NodeID, _ type: NodeID, isShadow: Bool, _ findings: inout FindingSink
  ) {
    guard let list = member("ef", of: effect) else { return }
    // What tells lottie-android which value it is; of a blur, only the first number is read.
    let teller: JSONKey = isShadow ? "nm" : "ty"
    let late = json.elements(of: list).first { value in
      guard let number = member("v", of: value), let told = member(teller, of: value),
        isShadow ? isShadowName(told) : json.double(of: told) == 0
      else { return false }
      return number < told
    }
    if list < type {
      findings.add(.effectOrder, at: type, "The type of the effect comes after its values")
    } else if let late {
      findings.add(.effectOrder, at: late, "A value of the effect comes before what it is")
    }
    if isShadow { shadow(effect, type, Array(json.elements(of: list)), &findings) }
  }

  private func shadow(
    _ effect: NodeID, _ type: NodeID, _ values: [NodeID], _ findings: inout FindingSink
  ) {
    let names = values.compactMap { member("nm", of: $0).flatMap(json.text) }
    if let missing = EffectType.shadowNames.first(where: { !names.contains($0) }) {
      findings.add(.shadowNames, at: type, "No value of the shadow has the name \"\(missing)\"")
    }
    // lottie-web goes by the place: distance and softness are the fourth and the fifth.
    let reaches = values.dropFirst(3).prefix(2).contains { value in
      member("v", of: value).map { !isAlways(0, $0) } ?? false
    }
    let isSeen = values.dropFirst().first.flatMap { member("v", of: $0) }.map { !isAlways(0, $0) }
    if reaches, isSeen ?? true, member("fs", of: effect) == nil {
      findings.add(.shadowRoom, at: type, "The shadow needs room beside the layer")
    }
  }

  private func isShadowName(_ name: NodeID) -> Bool {
    json.text(of: name).map(EffectType.shadowNames.contains) ?? false
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

/// What Bodymovin writes as the `ty` of an effect, and players draw.
private enum EffectType {
  static let drawn: Set<Int> = [20, 21, 22, 23, 24, 25, 28, 29, 35]
  /// As English After Effects calls the values of a drop shadow.
  static let shadowNames = ["Shadow Color", "Opacity", "Direction", "Distance", "Softness"]
}
