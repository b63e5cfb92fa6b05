extension Rule {
  static let assetForm = Rule(
    "asset.form", breaks: .all, reason: "Players read each asset as an object.",
    remedy: "remove it or export again with Bodymovin",
    source: "lottie-spec 1.0.1, animation")
  static let assetRepeated = Rule(
    "asset.id-repeated", disturbs: .drawing,
    reason: "Players differ on which of two assets of one id counts.",
    remedy: "give each asset its own id",
    source: "lottie-spec 1.0.1, assets/asset: \"id\" is unique")
  static let assetAmbiguous = Rule(
    "asset.composition-repeated", breaks: .drawing, disturbs: .spec,
    reason: "Players that take the other composition of one id may find a circle in it.",
    remedy: "give each asset its own id",
    source: "lottie-spec 1.0.1, assets/asset: \"id\" is unique")
  static let assetUnused = Rule(
    "asset.unused", reason: "Viewers download what no layer shows.",
    remedy: "remove the asset to make the file smaller",
    source: "the file itself")
  static let referenceMissing = Rule(
    "reference.missing", breaks: .gift, disturbs: [.rlottie, .telegram, .spec],
    reason: "lottie-android dies of a null pointer.",
    remedy: "add the asset or remove the layer",
    source: "airbnb/lottie-android#2140")
  static let referenceKind = Rule(
    "reference.kind", breaks: .drawing, disturbs: .spec,
    reason: "Players take the asset for what it is not.",
    remedy: "let the layer name an asset of its own type",
    source: "airbnb/lottie-android#2140")
  static let compositionCycle = Rule(
    "reference.composition-cycle", breaks: .all,
    reason: "Players follow the circle until they crash.",
    remedy: "remove the layer that leads back",
    source: "Samsung/rlottie#446")
  static let compositionDepth = Rule(
    "reference.composition-depth", disturbs: .drawing,
    reason: "Each level of precompositions costs a player another surface.",
    remedy: "flatten the precompositions",
    source: "tried with rlottie 0.1")
}

extension RuleFunction {
  static let references =
    [
      RuleFunction(.assetForm, .assetRepeated, .assetAmbiguous, run: assets),
      RuleFunction(.assetUnused, run: unusedAssets),
      RuleFunction(.referenceMissing, .referenceKind, run: layerReferences),
      RuleFunction(.compositionCycle, .compositionDepth, run: compositions),
    ] + parents

  private static func assets(_ animation: Animation, _ findings: inout FindingSink) {
    guard let list = animation.member("assets", of: .root) else { return }
    for node in animation.json.elements(of: list)
    where animation.json.kind(of: node) != .object {
      findings.add(.assetForm, at: node, "An asset is not an object")
    }
    for asset in animation.assets {
      guard let id = animation.member("id", of: asset.node),
        let position = animation.json.string(of: id).flatMap({ animation.assetsByID[$0] }),
        animation.assets[position].node != asset.node
      else { continue }
      let isFile = asset.kind == .file && animation.assets[position].kind == .file
      findings.add(
        isFile ? .assetRepeated : .assetAmbiguous, at: id,
        "Another asset has the id \(animation.quoted(id)) too")
    }
  }

  /// Compositions that only unused ones show are unused as well, and so is what they show.
  private static func unusedAssets(_ animation: Animation, _ findings: inout FindingSink) {
    var used: Set<NodeID> = []
    var isReached = Array(repeating: false, count: animation.compositions.count)
    var open = [0]
    isReached[0] = true
    while let composition = open.popLast() {
      for layer in animation.layers[animation.compositions[composition].layers] {
        guard let asset = animation.asset(of: layer) else { continue }
        used.insert(asset.node)
        guard case .composition(let inner) = asset.kind, !isReached[inner] else { continue }
        isReached[inner] = true
        open.append(inner)
      }
    }
    for asset in animation.assets where !used.contains(asset.node) {
      findings.add(.assetUnused, at: asset.node, "No layer shows this asset")
    }
  }

  private static func layerReferences(_ animation: Animation, _ findings: inout FindingSink) {
    for layer in animation.layers where layer.type == .precomposition || layer.type == .image {
      guard let reference = layer.members.reference else {
        findings.add(.referenceMissing, at: layer.node, "The layer names no asset, \"refId\"")
        continue
      }
      let isComposition: Bool
      switch animation.asset(of: layer)?.kind {
      case .composition: isComposition = true
      case .file: isComposition = false
      case nil:
        findings.add(
          .referenceMissing, at: reference, "No asset has the id \(animation.quoted(reference))")
        continue
      }
      if isComposition != (layer.type == .precomposition) {
        findings.add(
          .referenceKind, at: reference,
          "The asset \(animation.quoted(reference)) is \(isComposition ? "a" : "no") composition")
      }
    }
  }

  private static func compositions(_ animation: Animation, _ findings: inout FindingSink) {
    let graph = animation.graph
    for layer in graph.cycleLayers {
      let node = animation.layers[layer].members.reference ?? animation.layers[layer].node
      findings.add(
        .compositionCycle, at: node, "The composition \(animation.quoted(node)) contains itself")
    }
    let depth = graph.depths[0] - 1
    if depth > animation.limits.maxPrecompositionDepth {
      findings.add(.compositionDepth, at: .root, "Precompositions are nested \(depth) deep")
    }
  }
}
