extension Rule {
  static let engineTimeRemap = Rule(
    "engine.time-remap", disturbs: .ios,
    reason: "Core Animation computes every frame of all that is inside ahead of time, or gives up.",
    remedy: "map the time by two keyframes, or set keyframes in the composition itself",
    source: "lottie-ios, PreCompLayer and AnimationLayer; airbnb/lottie-ios#1648, #2286")
  static let engineTimeCost = Rule(
    "engine.time-remap-cost", disturbs: .ios,
    reason: "At 60,000 layers × frames lottie-ios leaves remapped time to its slower engine.",
    remedy: "remap the time of fewer layers, or shorten the animation",
    source: "lottie-ios, CoreAnimationLayer; airbnb/lottie-ios#2381")
}

extension RuleFunction {
  /// From here on lottie-ios falls back (CoreAnimationLayer).
  private static let mostRemappedLayerFrames = 60_000.0
  /// A start and an end: what a plain stretch or shift needs.
  private static let plainKeyframes = 2

  static func remappedTime(_ animation: Animation, _ findings: inout FindingSink) {
    let remapped = animation.layers.filter {
      $0.members.timeRemap != nil && $0.type == .precomposition
        && !animation.isSet($0.members.hidden)
    }
    guard let first = remapped.first?.members.timeRemap else { return }
    for map in remapped.compactMap(\.members.timeRemap)
    where animation.keyframes(of: map) > plainKeyframes {
      findings.add(
        .engineTimeRemap, at: map,
        "The layer's time is mapped by \(animation.keyframes(of: map)) keyframes")
    }
    let graph = CompositionGraph(animation)
    let layers = remapped.reduce(0.0) { sum, layer in
      sum + (animation.innerComposition(of: layer).map { graph.expandedLayers[$0] } ?? 0)
    }
    guard let inPoint = animation.number("ip", of: .root),
      let outPoint = animation.number("op", of: .root),
      layers * (outPoint - inPoint) >= mostRemappedLayerFrames
    else { return }
    findings.add(
      .engineTimeCost, at: first,
      "\(SafeText.shown(layers)) layers have their time remapped over "
        + "\(SafeText.shown(outPoint - inPoint)) frames")
  }
}
