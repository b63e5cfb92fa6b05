extension Animation {
  /// The features of the animation, in the order in which they are declared.
  func features() -> [Feature] {
    var found = FeatureSet()
    for shape in shapes {
      if let feature = shape.type?.feature { found.insert(feature) }
      if !found.contains(.dashes), hasDashes(shape) { found.insert(.dashes) }
    }
    for layer in layers { addFeatures(of: layer, to: &found) }
    for picture in pictures {
      switch picture.summary.source {
      case .embedded: found.insert(.embeddedImages)
      case .external: found.insert(.externalImages)
      }
    }
    if isTrue(member("ddd", of: .root)) { found.insert(.threeDimensions) }
    if hasElements(member("chars", of: .root)) { found.insert(.glyphs) }
    if member("slots", of: .root) != nil { found.insert(.slots) }
    if !survey.expressions.isEmpty { found.insert(.expressions) }
    if survey.hasLegacyKeyframes { found.insert(.legacyKeyframes) }
    return Feature.allCases.filter(found.contains)
  }

  private func addFeatures(of layer: Layer, to found: inout FeatureSet) {
    func add(_ feature: Feature, if isUsed: Bool) { if isUsed { found.insert(feature) } }
    let members = layer.members
    let matte = members.matteMode.flatMap(json.double) ?? 0
    add(.precompositions, if: layer.type == .precomposition)
    add(.text, if: layer.type == .text)
    add(.sounds, if: layer.type == .audio)
    add(.parents, if: members.parent != nil)
    add(.masks, if: hasElements(members.masks))
    add(.mattes, if: matte != 0)
    add(.lumaMattes, if: matte == Self.lumaMatte || matte == Self.invertedLumaMatte)
    add(.timeRemap, if: members.timeRemap != nil)
    add(.timeStretch, if: members.stretch.flatMap(json.double) ?? 1 != 1)
    add(.textAnimators, if: hasElements(members.text.flatMap { member("a", of: $0) }))
    add(.effects, if: hasElements(members.effects))
    add(.layerStyles, if: hasElements(members.styles))
    add(.blendModes, if: isTrue(members.blendMode))
    add(.autoOrient, if: isTrue(members.autoOrient))
    add(.threeDimensions, if: isTrue(members.threeDimensional))
    add(.hiddenLayers, if: isTrue(members.hidden))
  }

  /// lottie-spec 1.0.1, constants/matte-mode.
  private static let lumaMatte = 3.0
  private static let invertedLumaMatte = 4.0

  private func hasDashes(_ shape: Shape) -> Bool {
    guard shape.type == .stroke || shape.type == .gradientStroke else { return false }
    return hasElements(member("d", of: shape.node))
  }

  private func hasElements(_ list: NodeID?) -> Bool {
    list.flatMap(json.firstElement) != nil
  }

  /// Bodymovin writes `true` as 1 in most places.
  private func isTrue(_ value: NodeID?) -> Bool {
    guard let value else { return false }
    return json.kind(of: value) == .yes || json.double(of: value) ?? 0 != 0
  }
}

extension ShapeType {
  /// The feature that a shape of this type is, or nil if every player draws it.
  fileprivate var feature: Feature? {
    switch self {
    case .group, .path, .rectangle, .ellipse, .fill, .stroke, .noFill, .transform: nil
    case .star: .stars
    case .gradientFill: .gradientFills
    case .gradientStroke: .gradientStrokes
    case .trim: .trimPaths
    case .repeater: .repeaters
    case .merge: .mergePaths
    case .roundedCorners: .roundedCorners
    case .offset: .offsetPaths
    case .puckerBloat: .puckerBloat
    case .twist: .twist
    case .zigZag: .zigZag
    }
  }
}

/// Features found so far: one bit each, because every layer and shape is checked.
private struct FeatureSet {
  private var bits: UInt64 = 0

  mutating func insert(_ feature: Feature) { bits |= 1 << UInt64(feature.rawValue) }

  func contains(_ feature: Feature) -> Bool { bits & 1 << UInt64(feature.rawValue) != 0 }
}
