extension Rule {
  static let timeEmpty = Rule(
    "time.empty", breaks: .all,
    reason:
      "An out point that is not after the in point leaves no frame, and players divide by zero.",
    remedy: "set the out point after the in point",
    source: "airbnb/lottie-ios#2599")
  static let duration = Rule(
    "budget.duration", breaks: .all,
    reason: "A gift plays once over a stream; players hold timelines of that length in memory.",
    remedy: "shorten the animation",
    source: "Telegram, live-stream gifts: an animation is a moment")
  static let layerOutside = Rule(
    "time.layer-outside", disturbs: .drawing,
    reason: "Players hold the layer in memory and never show it.",
    remedy: "remove the layer or move it into the animation",
    source: "lottie-spec 1.0.1, layers/layer")
  static let startNegative = Rule(
    "time.in-negative", disturbs: .drawing,
    reason: "Players differ on whether frames before 0 are played.",
    remedy: "shift everything so that the animation begins at 0",
    source: "lottie-web begins at \"ip\"; rlottie counts frames from 0")
  static let stretchNegative = Rule(
    "time.stretch-negative", disturbs: .drawing,
    reason: "Only some players play a layer backwards.",
    remedy: "reverse the layer's keyframes instead",
    source: "lottie-lint; lottie-web divides by \"sr\", lottie-ios takes it as a speed")
  static let remapOutside = Rule(
    "time.remap-outside", disturbs: .drawing,
    reason: "Beyond the end of a precomposition players show its last frame, or nothing.",
    remedy: "keep the time remap, in seconds, within the precomposition",
    source: "lottie-spec 1.0.1, layers/precomposition-layer: \"tm\"")
}

extension Animation {
  func span(_ findings: inout FindingSink) {
    guard let (start, first) = topNumber("ip") else { return }
    if first < 0 {
      findings.add(.startNegative, at: start, "The animation begins at frame \(quoted(start))")
    }
    guard let (end, last) = topNumber("op") else { return }
    if !(last > first) {
      findings.add(.timeEmpty, at: end, "The out point \(quoted(end)) is not after the in point")
    }
    let most = limits.maxDurationSeconds
    guard let rate = number("fr", of: .root), rate > 0, (last - first) / rate > most else { return }
    findings.add(
      .duration, at: end,
      "An out point of \(quoted(end)) frames makes it longer than \(SafeText.shown(most)) seconds")
  }

  /// Precompositions have no span of their own, so only layers of the animation itself can be
  /// outside.
  func layerTimes(_ findings: inout FindingSink) {
    let first = number("ip", of: .root) ?? -.infinity
    let last = number("op", of: .root) ?? .infinity
    for layer in layers {
      if let stretch = layer.members.stretch, json.double(of: stretch) ?? 0 < 0 {
        findings.add(.stretchNegative, at: stretch, "The time stretch is \(quoted(stretch))")
      }
      guard layer.composition == 0, last > first,
        let start = layer.members.inPoint.flatMap(json.double),
        let end = layer.members.outPoint.flatMap(json.double),
        end > start, end <= first || start >= last
      else { continue }
      findings.add(
        .layerOutside, at: layer.node,
        "The layer shows from \(SafeText.shown(start)) to \(SafeText.shown(end)), the animation "
          + "from \(SafeText.shown(first)) to \(SafeText.shown(last))")
    }
  }

  func remaps(_ findings: inout FindingSink) {
    guard let rate = number("fr", of: .root), rate > 0 else { return }
    for layer in layers {
      guard let remap = layer.members.timeRemap, let inner = innerComposition(of: layer)
      else { continue }
      let ends = layers[compositions[inner].layers].compactMap {
        $0.members.outPoint.flatMap(json.double)
      }
      // One frame more, because exporters put the last keyframe at the end of the last frame.
      let last = ((ends.max() ?? .infinity) + 1) / rate
      let outside = scalars(of: remap).first { !($0.number >= 0 && $0.number <= last) }
      guard let (node, time) = outside else { continue }
      findings.add(
        .remapOutside, at: node,
        "The time \(SafeText.shown(time)) is not from 0 to \(SafeText.shown(last)) seconds")
    }
  }
}
