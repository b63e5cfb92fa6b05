/// An edit that can remove what a rule finds, in the order in which edits are made.
package enum Fix: String, Sendable, CaseIterable {
  /// `AnimationEdit.dropLayers`, of layers that players do not show.
  case dropLayer = "drop-layer"
  /// `AnimationEdit.bakeLoops`.
  case bakeLoops = "bake-loops"
  /// `AnimationEdit.stripExpressions`.
  case stripExpressions = "strip-expressions"
  /// `AnimationEdit.repair`.
  case repair
  /// `AnimationEdit.embedImages`.
  case embedImages = "embed-images"
  /// `AnimationEdit.minify`.
  case minify

  /// Whether a player that drew the animation may draw it differently.
  package var mayChangeLook: Bool { self == .stripExpressions }

  /// The codes of the rules whose findings it can remove.
  private var codes: [String] {
    switch self {
    case .dropLayer:
      [
        "layer.camera", "layer.scale-zero", "layer.sound", "layer.span-empty", "layer.type",
        "layer.unplayed", "reference.missing", "time.layer-outside",
      ]
    case .bakeLoops, .stripExpressions: ["code.expression"]
    case .repair:
      [
        "asset.folder-missing", "feature.effect-order", "feature.trim-mode", "image.embedded-flag",
        "json.byte-order-mark", "json.trailing-comma", "keyframe.alone", "keyframe.easing",
        "keyframe.last-handles", "layer.mask-flag", "layer.start-missing", "layer.type-form",
        "number.integer", "path.absolute", "rlottie.integer", "rlottie.rotation-lost",
        "shape.dash-name", "shape.gradient-count", "shape.group-transform", "shape.polygon-inner",
        "shape.transform-outside", "shape.type-order", "structure.colour-code",
        "structure.incomplete-android", "structure.incomplete-ios", "structure.incomplete-web",
        "structure.kind-android", "structure.null", "structure.null-read", "top.size-form",
      ]
    case .embedImages: ["asset.external"]
    case .minify: ["budget.bytes", "budget.gzip-bytes"]
    }
  }

  fileprivate static let byCode: [String: [Fix]] = allCases.reduce(into: [:]) { table, fix in
    for code in fix.codes { table[code, default: []].append(fix) }
  }
}

extension Rule {
  /// The edits that can remove its findings; none, if only its designer can.
  package var fixes: [Fix] { Fix.byCode[code] ?? [] }
}
