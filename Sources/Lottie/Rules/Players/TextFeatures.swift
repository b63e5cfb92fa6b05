extension Rule {
  static let textLayer = Rule(
    "feature.text", breaks: .telegram, disturbs: .rlottie, reason: "rlottie draws no text.",
    remedy: "convert text layers to shapes",
    source: "rlottie, supported features; core.telegram.org/animated_stickers")
  static let glyphs = Rule(
    "feature.glyphs", disturbs: .ios,
    reason: "lottie-ios ignores the glyphs in the file and uses a font on the device.",
    remedy: "convert text layers to shapes",
    source: "airbnb/lottie, supported features, March 2026")
  static let textAnimator = Rule(
    "feature.text-animator", disturbs: [.ios, .android, .rlottie],
    reason: "lottie-android ignores ranges, and lottie-ios falls back to its slower engine.",
    remedy: "animate the layer instead of its characters, or convert text layers to shapes",
    source: "airbnb/lottie, supported features, March 2026; lottie-ios, TextLayer")
  static let textPath = Rule(
    "feature.text-path", disturbs: [.ios, .android, .rlottie],
    reason: "Only lottie-web sets text along a path.",
    remedy: "convert text layers to shapes",
    source: "airbnb/lottie, supported features, March 2026")
  static let textGrouping = Rule(
    "feature.text-grouping", disturbs: [.ios, .android, .rlottie],
    reason: "Only lottie-web groups characters around anchor points.",
    remedy: "set the text's anchor point grouping to characters",
    source: "airbnb/lottie, supported features, March 2026")
  static let engineText = Rule(
    "engine.text", disturbs: .ios,
    reason: "Core Animation cannot change text over time; lottie-ios plays it slowly.",
    remedy: "use a layer for each text",
    source: "lottie-ios, TextLayer")
}

extension Animation {
  /// `g`: each character around its own anchor point.
  private static let groupingByCharacter = 1.0

  func textFeatures(_ findings: inout FindingSink) {
    let texts = layers.filter { $0.type == .text && !isHidden($0) }
    for layer in texts {
      findings.add(.textLayer, at: layer.members.type ?? layer.node, "The layer is text")
      if let text = layer.members.text { textFeatures(text, &findings) }
    }
    if !texts.isEmpty, let glyphs = member("chars", of: .root), json.firstElement(of: glyphs) != nil
    {
      findings.add(.glyphs, at: glyphs, "The file holds its own glyphs")
    }
  }

  private func textFeatures(_ text: NodeID, _ findings: inout FindingSink) {
    if let document = member("d", of: text), keyframes(of: document) > 1 {
      findings.add(.engineText, at: document, "The text changes")
    }
    if let animators = member("a", of: text), json.firstElement(of: animators) != nil {
      findings.add(.textAnimator, at: animators, "The text has animators")
    }
    if let path = member("p", of: text), number("m", of: path) != nil {
      findings.add(.textPath, at: path, "The text follows a path")
    }
    if let options = member("m", of: text), let grouping = member("g", of: options),
      json.double(of: grouping) ?? Self.groupingByCharacter != Self.groupingByCharacter
    {
      findings.add(.textGrouping, at: grouping, "The text is grouped by words, lines or as a whole")
    }
  }
}
