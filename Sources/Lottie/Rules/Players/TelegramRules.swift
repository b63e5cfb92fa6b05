// Telegram's requirements for animated stickers (core.telegram.org/animated_stickers). Those shared
// with other players are among their rules: expressions, merged paths, repeaters, text, effects,
// automatic orientation, three dimensions.

extension Rule {
  static let telegramSize = sticker(
    "size", "Stickers are 512 × 512 pixels.", "set the composition to 512 × 512 pixels")
  static let telegramFrameRate = sticker(
    "frame-rate", "Stickers have 30 or 60 frames per second.",
    "set the composition to 30 or 60 frames per second")
  static let telegramDuration = sticker(
    "duration", "Stickers last 3 seconds at most.", "shorten the animation")
  static let telegramImage = sticker(
    "image", "Stickers may not contain images.", "draw the image as shapes")
  static let telegramSolid = sticker(
    "solid", "Stickers may not contain solids.", "draw the solid as a rectangle in a shape layer")
  static let telegramMask = sticker(
    "mask", "Stickers may not use masks.", "cut the shapes themselves")
  static let telegramStretch = sticker(
    "stretch", "Stickers may not stretch time.", "set \"sr\" to 1 and move the keyframes")
  static let telegramTimeRemap = sticker(
    "time-remap", "Stickers may not remap time.", "set the keyframes where they belong")
  static let telegramStar = sticker(
    "star", "Stickers may not contain stars or polygons.", "turn the star into a path")
  static let telegramGradientStroke = sticker(
    "gradient-stroke", "Strokes in stickers have a single colour.", "use a single colour")

  /// A rule for stickers only.
  private static func sticker(_ fact: String, _ reason: String, _ remedy: String) -> Rule {
    Rule(
      "telegram." + fact, breaks: .telegram, reason: reason, remedy: remedy,
      source: "core.telegram.org/animated_stickers")
  }
}

extension Animation {
  private static let stickerSidePixels = 512.0
  private static let stickerFrameRates = [30.0, 60.0]
  private static let longestStickerSeconds = 3.0
  /// Exporters write 60.0000024438501 for 60.
  private static let rounding = 0.001

  func stickerFrame(_ findings: inout FindingSink) {
    for case (let node, let side)? in [topNumber("w"), topNumber("h")]
    where side != Self.stickerSidePixels {
      findings.add(.telegramSize, at: node, "The side is \(quoted(node)) pixels")
    }
    guard let (node, rate) = topNumber("fr"), rate > 0 else { return }
    if !Self.stickerFrameRates.contains(where: { abs($0 - rate) < Self.rounding }) {
      findings.add(.telegramFrameRate, at: node, "There are \(quoted(node)) frames per second")
    }
    guard let first = number("ip", of: .root), let (end, last) = topNumber("op") else { return }
    let duration = (last - first) / rate
    if duration > Self.longestStickerSeconds + Self.rounding {
      findings.add(.telegramDuration, at: end, "It lasts \(SafeText.shown(duration)) seconds")
    }
  }

  func stickerLayers(_ findings: inout FindingSink) {
    for layer in layers where !isHidden(layer) {
      let type = layer.members.type ?? layer.node
      if layer.type == .image { findings.add(.telegramImage, at: type, "The layer is an image") }
      if layer.type == .solid { findings.add(.telegramSolid, at: type, "The layer is a solid") }
      if let masks = layer.members.masks, hasMask(masks) {
        findings.add(.telegramMask, at: masks, "The layer is masked")
      }
      if let stretch = layer.members.stretch, json.double(of: stretch) ?? 1 != 1 {
        findings.add(
          .telegramStretch, at: stretch, "The layer's time is stretched \(quoted(stretch))")
      }
      if let map = layer.members.timeRemap {
        findings.add(.telegramTimeRemap, at: map, "The layer's time is remapped")
      }
    }
  }

  private func hasMask(_ masks: NodeID) -> Bool {
    json.elements(of: masks).contains { member("mode", of: $0).map(json.key) != "n" }
  }

  func stickerShapes(_ findings: inout FindingSink) {
    for shape in shapes where shape.type == .star || shape.type == .gradientStroke {
      guard !shape.isHidden else { continue }
      let node = shape.typeNode ?? shape.node
      if shape.type == .star {
        findings.add(.telegramStar, at: node, "The shape is a star or polygon")
      } else {
        findings.add(.telegramGradientStroke, at: node, "The stroke is a gradient")
      }
    }
  }
}
