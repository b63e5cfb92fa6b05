extension Rule {
  static let engineTimeRemap = Rule(
    "engine.time-remap", disturbs: .ios,
    reason: "Core Animation computes every frame of the contents ahead of time, or gives up.",
    remedy: "remap the time with two keyframes, or set keyframes in the composition itself",
    source: "lottie-ios, PreCompLayer and AnimationLayer; airbnb/lottie-ios#1648, #2286")
  static let engineTimeCost = Rule(
    "engine.time-remap-cost", disturbs: .ios,
    reason: "At 60,000 layers × frames lottie-ios leaves time remapping to its slower engine.",
    remedy: "remap the time of fewer layers, or shorten the animation",
    source: "lottie-ios, CoreAnimationLayer; airbnb/lottie-ios#2381")
}

extension Animation {
  /// The least number for which lottie-ios falls back (CoreAnimationLayer).
  private static let mostRemappedLayerFrames = 60_000.0
  /// A start and an end, which are enough for a plain stretch or shift.
  private static let plainKeyframes = 2

  func remappedTime(_ findings: inout FindingSink) {
    let remapped = layers.filter {
      $0.members.timeRemap != nil && $0.type == .precomposition && !isHidden($0)
    }
    let maps = remapped.compactMap(\.members.timeRemap)
    for map in maps where keyframes(of: map) > Self.plainKeyframes {
      findings.add(
        .engineTimeRemap, at: map, "The layer's time is mapped by \(keyframes(of: map)) keyframes")
    }
    let inner = remapped.compactMap(innerComposition)
    let count = inner.reduce(0) { $0 + graph.expandedLayers[$1] }
    guard let first = maps.first, let inPoint = number("ip", of: .root),
      let outPoint = number("op", of: .root),
      count * (outPoint - inPoint) >= Self.mostRemappedLayerFrames
    else { return }
    findings.add(
      .engineTimeCost, at: first,
      "\(SafeText.shown(count)) layers have their time remapped over "
        + "\(SafeText.shown(outPoint - inPoint)) frames")
  }
}
