extension Rule {
  static let topMissing = Rule(
    "top.missing", breaks: .all,
    reason: "Every player reads these members before it draws anything.",
    remedy: "export it again with Bodymovin",
    source: "lottie-spec 1.0.1, animation")
  static let topType = Rule(
    "top.type", breaks: .all, reason: "Players read the member as another kind of value.",
    remedy: "export it again with Bodymovin",
    source: "lottie-spec 1.0.1, animation")
  static let topVersionMissing = Rule(
    "top.version-missing", breaks: [.ios, .android, .rlottie, .telegram],
    reason: "lottie-ios, lottie-android and rlottie refuse a file without a version.",
    remedy: "add \"v\" with the version of the exporter, such as \"5.7.4\"",
    source: "lottie-spec 1.0.1 does not require it; tried with rlottie 0.1")
  static let topVersion = Rule(
    "top.version", breaks: [.ios, .android, .rlottie, .telegram],
    reason: "rlottie refuses a file with an empty version.",
    remedy: "set it to the version of the exporter, such as \"5.7.4\"",
    source: "tried with rlottie 0.1")
  static let topVersionForm = Rule(
    "top.version-form", breaks: .android, inGift: .warning,
    reason: "lottie-android reads the version as three integers.",
    remedy: "write it as three numbers, such as \"5.7.0\"",
    source: "airbnb/lottie-android#488")
  static let topFrameRate = Rule(
    "top.frame-rate", breaks: .all, reason: "Players divide by the frame rate.",
    remedy: "export it at 24, 30 or 60 frames a second",
    source: "lottie-spec 1.0.1, animation")
  static let topSize = Rule(
    "top.size", breaks: .all,
    reason: "Players read width and height as integers and make a surface of that size.",
    remedy: "set the composition to a whole number of pixels within the limit",
    source: "lottie-spec 1.0.1, animation")
  static let topSizeForm = Rule(
    "top.size-form", breaks: [.rlottie, .telegram],
    reason: "rlottie refuses 512.0 where it reads an integer.",
    remedy: "write it without a fraction",
    source: "tried with rlottie 0.1")
  static let topNoLayers = Rule(
    "top.no-layers", disturbs: .drawing, reason: "An animation without layers shows nothing.",
    remedy: "export a composition that has layers",
    source: "lottie-spec 1.0.1, composition")
}

extension RuleFunction {
  static let topLevel = [
    RuleFunction(.topMissing, .topType, run: topMembers),
    RuleFunction(.topVersionMissing, .topVersion, .topVersionForm, run: version),
    RuleFunction(.topFrameRate, run: frameRate),
    RuleFunction(.topSize, .topSizeForm, run: size),
    RuleFunction(.topNoLayers) { animation, findings in
      guard let list = animation.member("layers", of: .root),
        animation.json.kind(of: list) == .array,
        animation.json.elements(of: list).first(where: { _ in true }) == nil
      else { return }
      findings.add(.topNoLayers, at: list, "There are no layers")
    },
  ]

  private static let required: [(key: JSONKey, name: String, kind: NodeKind, what: String)] = [
    ("fr", "fr", .number, "the frame rate, a number"),
    ("ip", "ip", .number, "the in point, a number"),
    ("op", "op", .number, "the out point, a number"),
    ("w", "w", .number, "the width, a number"),
    ("h", "h", .number, "the height, a number"),
    ("layers", "layers", .array, "the list of layers, an array"),
  ]

  private static func topMembers(_ animation: Animation, _ findings: inout FindingSink) {
    for (key, name, kind, what) in required {
      guard let node = animation.member(key, of: .root) else {
        findings.add(.topMissing, at: .root, "There is no \"\(name)\", \(what)")
        continue
      }
      if animation.json.kind(of: node) != kind {
        findings.add(.topType, at: node, "\"\(name)\" is not \(what)")
      }
    }
    if let assets = animation.member("assets", of: .root),
      animation.json.kind(of: assets) != .array
    {
      findings.add(.topType, at: assets, "\"assets\" is not the list of assets, an array")
    }
  }

  private static func version(_ animation: Animation, _ findings: inout FindingSink) {
    guard let node = animation.member("v", of: .root) else {
      findings.add(.topVersionMissing, at: .root, "There is no \"v\", the version")
      return
    }
    guard let text = animation.json.text(of: node) else {
      findings.add(.topVersion, at: node, "The version \(animation.quoted(node)) is no string")
      return
    }
    guard !text.isEmpty else {
      findings.add(.topVersion, at: node, "The version is empty")
      return
    }
    let parts = text.utf8.split(separator: ASCII.point, omittingEmptySubsequences: false)
    let isThreeNumbers =
      parts.count == 3
      && parts.allSatisfy { (1...6).contains($0.count) && $0.allSatisfy(ASCII.isDigit) }
    if !isThreeNumbers {
      findings.add(
        .topVersionForm, at: node, "The version \(animation.quoted(node)) is not three numbers")
    }
  }

  private static func frameRate(_ animation: Animation, _ findings: inout FindingSink) {
    guard let node = animation.member("fr", of: .root), let rate = animation.json.double(of: node)
    else { return }
    let most = SafeText.shown(animation.limits.maxFrameRateHz)
    if !(rate > 0 && rate <= animation.limits.maxFrameRateHz) {
      findings.add(
        .topFrameRate, at: node,
        "The frame rate \(animation.quoted(node)) is not above 0 and at most \(most)")
    }
  }

  private static func size(_ animation: Animation, _ findings: inout FindingSink) {
    let most = animation.limits.maxSidePixels
    for key: JSONKey in ["w", "h"] {
      guard let node = animation.member(key, of: .root),
        animation.json.kind(of: node) == .number
      else { continue }
      guard let side = animation.json.integer(of: node), side > 0, side <= most else {
        findings.add(
          .topSize, at: node,
          "\(animation.quoted(node)) is not a whole number of pixels from 1 to \(most)")
        continue
      }
      if !animation.json.isWrittenAsInteger(node) {
        findings.add(
          .topSizeForm, at: node, "\(animation.quoted(node)) is an integer with a fraction")
      }
    }
  }
}
