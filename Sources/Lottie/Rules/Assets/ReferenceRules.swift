extension Rule {
  static let assetForm = Rule(
    "asset.form", breaks: .all, reason: "Players read each asset as an object.",
    remedy: "remove it or export again with Bodymovin",
    source: "lottie-spec 1.0.1, animation")
  static let assetRepeated = Rule(
    "asset.id-repeated", disturbs: .drawing,
    reason: "Players differ on which of two assets with the same id counts.",
    remedy: "give each asset its own id",
    source: "lottie-spec 1.0.1, assets/asset: \"id\" is unique")
  static let assetAmbiguous = Rule(
    "asset.composition-repeated", breaks: .drawing, disturbs: .spec,
    reason: "Players that use the other composition with this id may run into a cycle.",
    remedy: "give each asset its own id",
    source: "lottie-spec 1.0.1, assets/asset: \"id\" is unique")
  static let assetUnused = Rule(
    "asset.unused", reason: "Viewers download it, although no layer shows it.",
    remedy: "remove the asset to make the file smaller",
    source: "the file itself")
  static let referenceMissing = Rule(
    "reference.missing", breaks: .gift, disturbs: [.rlottie, .telegram, .spec],
    reason: "lottie-android crashes with a null pointer.",
    remedy: "add the asset or remove the layer",
    source: "airbnb/lottie-android#2140")
  static let referenceKind = Rule(
    "reference.kind", breaks: .drawing, disturbs: .spec,
    reason: "Players read the asset as the wrong type.",
    remedy: "refer to an asset of the layer's type",
    source: "airbnb/lottie-android#2140")
  static let referenceIdle = Rule(
    "reference.idle", reason: "Nothing shows the composition, so no player follows the reference.",
    remedy: "remove the composition to make the file smaller",
    source: "tried with lottie-web 5.12.2 and rlottie 0.1; lottie-android, LottieComposition")
  static let compositionCycle = Rule(
    "reference.composition-cycle", breaks: .all,
    reason: "Players follow the cycle until they crash.",
    remedy: "remove the layer that leads back",
    source: "Samsung/rlottie#446")
  static let compositionDepth = Rule(
    "reference.composition-depth", breaks: .web, disturbs: [.ios, .android, .rlottie, .telegram],
    reason: "lottie-web's canvas saves a state for each level, and throws at the fifteenth.",
    remedy: "flatten the precompositions",
    source: "tried with lottie-web 5.12.2: CVContextData.save")
}

extension Animation {
  func assetIDs(_ findings: inout FindingSink) {
    guard let list = member("assets", of: .root) else { return }
    for node in json.elements(of: list) where json.kind(of: node) != .object {
      findings.add(.assetForm, at: node, "An asset is not an object")
    }
    for (position, first) in namesakes {
      guard let id = member("id", of: assets[position].node) else { continue }
      let isFile = assets[position].kind == .file && assets[first].kind == .file
      findings.add(
        isFile ? .assetRepeated : .assetAmbiguous, at: id,
        "Another asset has the id \(quoted(id)) too")
    }
  }

  /// Compositions that only unused ones show are unused too, as are their assets.
  func unusedAssets(_ findings: inout FindingSink) {
    var used: Set<NodeID> = []
    var open = [0] + glyphCompositions
    for composition in open.dropFirst() { used.insert(compositions[composition].node) }
    while let composition = open.popLast() {
      for layer in layers[compositions[composition].layers] {
        guard let asset = asset(of: layer), used.insert(asset.node).inserted else { continue }
        if case .composition(let inner) = asset.kind { open.append(inner) }
      }
    }
    for asset in assets where !used.contains(asset.node) {
      findings.add(.assetUnused, at: asset.node, "No layer shows this asset")
    }
  }

  func layerReferences(_ findings: inout FindingSink) {
    for layer in layers where layer.type == .precomposition || layer.type == .image {
      let missing = isReached[layer.composition] ? Rule.referenceMissing : .referenceIdle
      guard let reference = layer.members.reference else {
        findings.add(missing, at: layer.node, "The layer names no asset, \"refId\"")
        continue
      }
      guard let asset = asset(of: layer) else {
        findings.add(missing, at: reference, "No asset has the id \(quoted(reference))")
        continue
      }
      let isComposition = asset.kind != .file
      if isComposition != (layer.type == .precomposition) {
        findings.add(
          .referenceKind, at: reference,
          "The asset \(quoted(reference)) is \(isComposition ? "a" : "no") composition")
      }
    }
  }

  func nesting(_ findings: inout FindingSink) {
    for layer in graph.cycleLayers where isReached[layers[layer].composition] {
      let node = layers[layer].members.reference ?? layers[layer].node
      findings.add(.compositionCycle, at: node, "The composition \(quoted(node)) contains itself")
    }
    let depth = drawnDepth
    if depth > limits.maxPrecompositionDepth {
      findings.add(
        .compositionDepth, at: .root,
        "Precompositions, masks and shapes are nested \(depth) deep, and the limit is "
          + "\(limits.maxPrecompositionDepth)")
    }
  }

  /// How many states of drawing are open at once at the most: one for each layer, its masks, and
  /// the shapes in it.
  ///
  /// A composition is nested deeper than all that it contains, so going from the flattest to the
  /// deepest visits every composition before all that show it; another rule covers cycles.
  private var drawnDepth: Int {
    var depths = Array(repeating: 0, count: compositions.count)
    for composition in depths.indices.sorted(by: { graph.depths[$0] < graph.depths[$1] }) {
      depths[composition] =
        layers[compositions[composition].layers].map { layer in
          let masks = layer.members.masks.map { json.count(of: $0) > 0 ? 1 : 0 } ?? 0
          let contents = innerComposition(of: layer).map { depths[$0] }
          return 1 + masks + (contents ?? (layer.type == .shape ? 1 : 0))
        }.max() ?? 0
    }
    return depths[0]
  }
}
