extension Rule {
  static let topMissing = Rule(
    "top.missing", breaks: .all,
    reason: "Every player reads these members before it draws anything.",
    remedy: "export it again with Bodymovin",
    source: "lottie-spec 1.0.1, animation")
  static let topType = Rule(
    "top.type", breaks: .all, reason: "Players expect a value of another type.",
    remedy: "export it again with Bodymovin",
    source: "lottie-spec 1.0.1, animation")
  static let topVersionMissing = Rule(
    "top.version-missing", breaks: [.ios, .android, .rlottie, .telegram],
    reason: "lottie-ios, lottie-android and rlottie refuse a file without a version.",
    remedy: "add \"v\" with the version of the exporter, such as \"5.7.4\"",
    source: "lottie-spec 1.0.1 does not require it; tried with rlottie 0.1")
  static let topVersion = Rule(
    "top.version", breaks: .drawing,
    reason: "lottie-web throws if the version is not a string, and rlottie refuses an empty one.",
    remedy: "set it to the version of the exporter, such as \"5.7.4\"",
    source: "tried with rlottie 0.1")
  static let topVersionForm = Rule(
    "top.version-form", breaks: .android,
    reason: "lottie-android reads the first three parts of the version as integers.",
    remedy: "write it as three numbers, such as \"5.7.0\"",
    source: "airbnb/lottie-android#488; lottie-android 6.7.1, LottieCompositionMoshiParser")
  static let topFrameRate = Rule(
    "top.frame-rate", breaks: .all, reason: "Players divide by the frame rate.",
    remedy: "export it at 24, 30 or 60 frames per second",
    source: "lottie-spec 1.0.1, animation")
  static let topSize = Rule(
    "top.size", breaks: .all,
    reason: "Players allocate a surface of that size, and lottie-android drops the fraction.",
    remedy: "set the composition to a number of pixels within the limit",
    source: "lottie-spec 1.0.1, animation")
  static let topSizeForm = Rule(
    "top.size-form", breaks: [.rlottie, .telegram],
    reason: "rlottie refuses 512.5, and 512.0, where it reads an integer.",
    remedy: "set it to a whole number of pixels, and write it without a fraction",
    source: "tried with rlottie 0.1")
  static let slots = Rule(
    "feature.slots", disturbs: [.ios, .android, .rlottie, .telegram],
    reason: "Only lottie-web puts the value of a slot in place of a property's own.",
    remedy: "write the values into the properties",
    source: "lottie-web 5.12.2, SlotManager; the decoders of lottie-ios 4.6 and lottie-android 6.7")
  static let topNoLayers = Rule(
    "top.no-layers", breaks: .drawing, reason: "An animation without layers shows nothing.",
    remedy: "export a composition that has layers",
    source: "lottie-spec 1.0.1, composition")
}

extension Animation {
  private static let required: [(name: String, kind: NodeKind, what: String)] = [
    ("fr", .number, "the frame rate, a number"),
    ("ip", .number, "the in point, a number"),
    ("op", .number, "the out point, a number"),
    ("w", .number, "the width, a number"),
    ("h", .number, "the height, a number"),
    ("layers", .array, "the list of layers, an array"),
  ]

  func topMembers(_ findings: inout FindingSink) {
    for (name, kind, what) in Self.required {
      guard let node = member(JSONKey(name.utf8), of: .root) else {
        findings.add(.topMissing, at: .root, "There is no \"\(name)\", \(what)")
        continue
      }
      if json.kind(of: node) != kind {
        findings.add(.topType, at: node, "\"\(name)\" is not \(what)")
      } else if kind == .array, json.firstElement(of: node) == nil {
        findings.add(.topNoLayers, at: node, "There are no layers")
      }
    }
    if let assets = member("assets", of: .root), json.kind(of: assets) != .array {
      findings.add(.topType, at: assets, "\"assets\" is not the list of assets, an array")
    }
  }

  func slots(_ findings: inout FindingSink) {
    guard let slots = member("slots", of: .root), json.kind(of: slots) == .object,
      json.nodeAfter(slots) < json.next(after: slots)
    else { return }
    findings.add(.slots, at: slots, "The animation has slots")
  }

  func version(_ findings: inout FindingSink) {
    guard let node = member("v", of: .root) else {
      findings.add(.topVersionMissing, at: .root, "There is no \"v\", the version")
      return
    }
    guard let text = json.string(of: node) else {
      findings.add(.topVersion, at: node, "The version \(quoted(node)) is not a string")
      return
    }
    guard !text.isEmpty else {
      findings.add(.topVersion, at: node, "The version is empty")
      return
    }
    let parts = text.split(separator: ASCII.point, omittingEmptySubsequences: false).prefix(3)
    if parts.count < 3 || !parts.allSatisfy(Self.isJavaInteger) {
      findings.add(
        .topVersionForm, at: node, "The version \(quoted(node)) does not begin with three numbers")
    }
  }

  /// Whether Java's `Integer.parseInt` reads it: digits, a sign before them or none, of 32 bits.
  private static func isJavaInteger(_ text: ArraySlice<UInt8>) -> Bool {
    Int32(String(decoding: text, as: UTF8.self)) != nil
  }

  func frame(_ findings: inout FindingSink) {
    if let (node, rate) = topNumber("fr"), !(rate > 0 && rate <= limits.maxFrameRateHz) {
      let most = SafeText.shown(limits.maxFrameRateHz)
      findings.add(
        .topFrameRate, at: node,
        "The frame rate \(quoted(node)) is not above 0 and at most \(most)")
    }
    let most = limits.maxSidePixels
    for case (let node, _)? in [topNumber("w"), topNumber("h")] {
      guard let side = json.double(of: node), side >= 1, side <= Double(most) else {
        findings.add(
          .topSize, at: node, "\(quoted(node)) is not a number of pixels from 1 to \(most)")
        continue
      }
      if !json.isWrittenAsInteger(node) {
        findings.add(.topSizeForm, at: node, "\(quoted(node)) is written with a fraction")
      }
    }
  }
}
