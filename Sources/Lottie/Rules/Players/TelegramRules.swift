// What Telegram takes as an animated sticker (core.telegram.org/animated_stickers). Its other
// demands stand with the rules for all players that share them: expressions, merged paths,
// repeaters, text, effects, automatic orientation, three dimensions.

extension Rule {
  private static let document = "core.telegram.org/animated_stickers"

  static let telegramSize = Rule(
    "telegram.size", breaks: .telegram, reason: "Stickers are 512 × 512 pixels.",
    remedy: "set the composition to 512 × 512 pixels",
    source: document)
  static let telegramFrameRate = Rule(
    "telegram.frame-rate", breaks: .telegram, reason: "Stickers have 30 or 60 frames a second.",
    remedy: "set the composition to 30 or 60 frames a second",
    source: document)
  static let telegramDuration = Rule(
    "telegram.duration", breaks: .telegram, reason: "Stickers last 3 seconds at most.",
    remedy: "shorten the animation",
    source: document)
  static let telegramImage = Rule(
    "telegram.image", breaks: .telegram, reason: "Stickers may not hold images.",
    remedy: "draw the image as shapes",
    source: document)
  static let telegramSolid = Rule(
    "telegram.solid", breaks: .telegram, reason: "Stickers may not hold solids.",
    remedy: "draw the solid as a rectangle in a shape layer",
    source: document)
  static let telegramMask = Rule(
    "telegram.mask", breaks: .telegram, reason: "Stickers may not use masks.",
    remedy: "cut the shapes themselves",
    source: document)
  static let telegramStretch = Rule(
    "telegram.stretch", breaks: .telegram, reason: "Stickers may not stretch time.",
    remedy: "set \"sr\" to 1 and move the keyframes",
    source: document)
  static let telegramTimeRemap = Rule(
    "telegram.time-remap", breaks: .telegram, reason: "Stickers may not remap time.",
    remedy: "set the keyframes where they belong",
    source: document)
  static let telegramStar = Rule(
    "telegram.star", breaks: .telegram, reason: "Stickers may not hold stars or polygons.",
    remedy: "turn the star into a path",
    source: document)
  static let telegramGradientStroke = Rule(
    "telegram.gradient-stroke", breaks: .telegram, reason: "Strokes of stickers have one colour.",
    remedy: "give the stroke one colour",
    source: document)
}

extension RuleFunction {
  static let telegram = [
    RuleFunction(.telegramSize, .telegramFrameRate, .telegramDuration, run: stickerFrame),
    RuleFunction(
      .telegramImage, .telegramSolid, .telegramMask, .telegramStretch, .telegramTimeRemap,
      run: stickerLayers),
    RuleFunction(.telegramStar, .telegramGradientStroke, run: stickerShapes),
  ]

  private static let stickerSidePixels = 512.0
  private static let stickerFrameRates = [30.0, 60.0]
  private static let longestStickerSeconds = 3.0
  /// Exporters write 60.0000024438501 for 60.
  private static let rounding = 0.001

  private static func stickerFrame(_ animation: Animation, _ findings: inout FindingSink) {
    for key: JSONKey in ["w", "h"] {
      guard let node = animation.member(key, of: .root),
        let side = animation.json.double(of: node), side != stickerSidePixels
      else { continue }
      findings.add(.telegramSize, at: node, "The side is \(animation.quoted(node)) pixels")
    }
    guard let node = animation.member("fr", of: .root), let rate = animation.json.double(of: node),
      rate > 0
    else { return }
    if !stickerFrameRates.contains(where: { abs($0 - rate) < rounding }) {
      findings.add(
        .telegramFrameRate, at: node, "There are \(animation.quoted(node)) frames a second")
    }
    guard let first = animation.number("ip", of: .root),
      let end = animation.member("op", of: .root),
      let last = animation.json.double(of: end),
      (last - first) / rate > longestStickerSeconds + rounding
    else { return }
    findings.add(
      .telegramDuration, at: end, "It lasts \(SafeText.shown((last - first) / rate)) seconds")
  }

  private static func stickerLayers(_ animation: Animation, _ findings: inout FindingSink) {
    for layer in animation.layers where !animation.isSet(layer.members.hidden) {
      let type = layer.members.type ?? layer.node
      if layer.type == .image { findings.add(.telegramImage, at: type, "The layer is an image") }
      if layer.type == .solid { findings.add(.telegramSolid, at: type, "The layer is a solid") }
      if let masks = layer.members.masks, hasMask(masks, animation) {
        findings.add(.telegramMask, at: masks, "The layer is masked")
      }
      if let stretch = layer.members.stretch, animation.json.double(of: stretch) ?? 1 != 1 {
        findings.add(
          .telegramStretch, at: stretch,
          "The layer's time is stretched \(animation.quoted(stretch))")
      }
      if let map = layer.members.timeRemap {
        findings.add(.telegramTimeRemap, at: map, "The layer's time is remapped")
      }
    }
  }

  private static func hasMask(_ masks: NodeID, _ animation: Animation) -> Bool {
    animation.json.elements(of: masks).contains { mask in
      animation.member("mode", of: mask).map(animation.json.key) != "n"
    }
  }

  private static func stickerShapes(_ animation: Animation, _ findings: inout FindingSink) {
    for shape in animation.shapes where shape.type == .star || shape.type == .gradientStroke {
      guard !animation.isHidden(shape.node) else { continue }
      let node = animation.member("ty", of: shape.node) ?? shape.node
      if shape.type == .star {
        findings.add(.telegramStar, at: node, "The shape is a star or polygon")
      } else {
        findings.add(.telegramGradientStroke, at: node, "The stroke is a gradient")
      }
    }
  }
}
