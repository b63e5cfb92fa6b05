extension AnimationSummary {
  /// The largest plausible number of frames or milliseconds: 2^53, still exact in a Double.
  private static let mostCounted = 9_007_199_254_740_992.0

  /// Nil if the top level lacks a number that the summary needs, or has an impossible one.
  init?(_ animation: Animation) {
    let json = animation.json
    guard let width = Self.side("w", of: animation), let height = Self.side("h", of: animation),
      let rate = animation.number("fr", of: .root), rate > 0, rate.isFinite,
      let inPoint = animation.number("ip", of: .root),
      let outPoint = animation.number("op", of: .root),
      animation.member("layers", of: .root).map(json.kind) == .array
    else { return nil }
    let milliseconds = ((outPoint - inPoint) / rate * 1_000).rounded()
    guard outPoint > inPoint, milliseconds < Self.mostCounted, outPoint - inPoint < Self.mostCounted
    else { return nil }
    self.init(
      bodymovinVersion: animation.shown("v", of: .root) ?? "",
      name: animation.shown("nm", of: .root), width: width, height: height, frameRateHz: rate,
      inPoint: inPoint, outPoint: outPoint, frameCount: outPoint - inPoint,
      durationMs: Int(milliseconds), layerCount: animation.layers.count,
      expandedLayerCount: Self.counted(animation.graph.expandedLayers[0]),
      layersByType: Self.counts(
        animation.layers.lazy.compactMap { $0.type?.rawValue }, of: LayerType.self),
      shapeCount: animation.shapes.count,
      shapesByType: Self.counts(
        animation.shapes.lazy.compactMap { $0.type?.rawValue }, of: ShapeType.self),
      keyframeCount: animation.keyframeCount, vertexCount: animation.vertexCount,
      assetCount: animation.assets.count, imageCount: animation.pictures.count,
      images: animation.pictures.prefix(Self.longestList).map(\.summary),
      sameImages: animation.samePictures().prefix(Self.longestList).map { positions in
        positions.prefix(Self.longestList).map { animation.pictures[$0].summary.id }
      },
      imageMemoryBytes: Self.counted(animation.pictures.reduce(0) { $0 + $1.memoryBytes }),
      fontCount: animation.fontList.map(json.count) ?? 0,
      fonts: animation.fontNames(Self.longestList),
      markerCount: animation.markerList.map(json.count) ?? 0,
      markers: animation.markers(Self.longestList), features: animation.features(),
      expressions: ExpressionSummary(animation),
      heaviest: animation.heaviestParts(), byteCount: json.bytes.count,
      compressed: animation.compressed)
  }

  /// Whole pixels; nil if there is no such number, or an impossible one.
  private static func side(_ key: JSONKey, of animation: Animation) -> Int? {
    guard let side = animation.topNumber(key)?.number, side >= 1, side <= mostCounted else {
      return nil
    }
    return Int(side)
  }

  private static func counted(_ number: Double) -> Int { Int(min(number, mostCounted)) }

  /// The number of items of each kind, from counts by position.
  private static func counts<Kind: Hashable & CaseIterable>(
    _ positions: some Sequence<Int>, of _: Kind.Type
  ) -> [Kind: Int] {
    var counts = Array(repeating: 0, count: Kind.allCases.count)
    for position in positions { counts[position] += 1 }
    return Dictionary(
      uniqueKeysWithValues: zip(Kind.allCases, counts).filter { $0.1 > 0 }.map { ($0, $1) })
  }
}

extension Animation {
  /// The longest part of a name that is kept, in Unicode scalars.
  private static let longestText = 200

  /// The string that a member holds, shortened and safe to print, or nil.
  func shown(_ key: JSONKey, of node: NodeID) -> String? {
    member(key, of: node).flatMap(json.slice).map {
      SafeText.shown($0, maxScalars: Self.longestText)
    }
  }

  fileprivate func fontNames(_ most: Int) -> [String] {
    guard let fontList else { return [] }
    return json.elements(of: fontList).prefix(most).compactMap { shown("fName", of: $0) }
  }

  fileprivate func markers(_ most: Int) -> [MarkerSummary] {
    guard let markerList else { return [] }
    return json.elements(of: markerList).prefix(most).compactMap { marker in
      guard let frame = number("tm", of: marker), frame.isFinite else { return nil }
      let duration = number("dr", of: marker) ?? 0
      return MarkerSummary(
        name: shown("cm", of: marker) ?? "", frame: frame,
        durationFrames: duration.isFinite ? duration : 0)
    }
  }
}
