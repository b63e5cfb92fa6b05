extension AnimationSummary {
  /// How much of the version and the name is kept, in Unicode scalars.
  private static let longestText = 200
  /// Frames and milliseconds beyond this are no animation: 2^53 still counts exactly in a Double.
  private static let mostCounted = 9_007_199_254_740_992.0

  /// Nil if the top level lacks a number that the summary needs, or has one that cannot be.
  init?(_ animation: Animation) {
    let json = animation.json
    guard let width = animation.member("w", of: .root).flatMap(json.integer),
      let height = animation.member("h", of: .root).flatMap(json.integer),
      let rate = animation.number("fr", of: .root), rate > 0, rate.isFinite,
      let inPoint = animation.number("ip", of: .root),
      let outPoint = animation.number("op", of: .root),
      width > 0, height > 0, animation.member("layers", of: .root).map(json.kind) == .array
    else { return nil }
    let milliseconds = ((outPoint - inPoint) / rate * 1_000).rounded()
    guard outPoint > inPoint, milliseconds < Self.mostCounted,
      outPoint - inPoint < Self.mostCounted
    else { return nil }
    self.init(
      bodymovinVersion: Self.shown("v", animation) ?? "", width: width, height: height,
      frameRateHz: rate, inPoint: inPoint, outPoint: outPoint, frameCount: outPoint - inPoint,
      durationMs: Int(milliseconds), layerCount: animation.layers.count,
      layersByType: Dictionary(animation.layers.compactMap(\.type).map { ($0, 1) }) { $0 + $1 },
      assetCount: animation.assets.count,
      imageCount: animation.assets.count { $0.kind == .file && animation.isImage($0) },
      byteCount: json.bytes.count, name: Self.shown("nm", animation))
  }

  private static func shown(_ key: JSONKey, _ animation: Animation) -> String? {
    animation.member(key, of: .root).flatMap(animation.json.string).map {
      SafeText.shown($0, maxScalars: longestText)
    }
  }
}

extension Animation {
  /// Images have a size; sounds and data do not.
  fileprivate func isImage(_ asset: Asset) -> Bool {
    member("w", of: asset.node) != nil && member("p", of: asset.node) != nil
  }
}
