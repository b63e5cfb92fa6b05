/// A part of an animation, by the bytes that it takes in the file.
package struct HeavyPart: Sendable, Hashable {
  /// What it is.
  package enum Kind: String, Sendable {
    /// A layer of the animation itself, or the heaviest one of a precomposition.
    case layer
    /// A precomposition with all its layers.
    case composition
    /// An image, or another asset.
    case image
    /// All glyphs of its fonts.
    case glyphs
  }

  /// The most parts that are kept: the others are lighter.
  package static let most = 5
  /// Parts that take less than this share of the file are left out.
  package static let smallestShare = 0.02

  /// What it is.
  package let kind: Kind
  /// The layer's `nm` or the asset's `id`, shortened and safe to print; empty if it has none.
  package let name: String
  /// Its bytes in the file.
  package let byteCount: Int
  /// The `nm` of the heaviest layer in a precomposition; nil for other kinds.
  package let layerName: String?
  /// The bytes of that layer.
  package let layerByteCount: Int

  fileprivate init(
    _ kind: Kind, _ name: String, _ byteCount: Int, layer: (name: String, byteCount: Int)?
  ) {
    self.kind = kind
    self.name = name
    self.byteCount = byteCount
    layerName = layer?.name
    layerByteCount = layer?.byteCount ?? 0
  }
}

extension Animation {
  /// The heaviest parts, which do not overlap.
  func heaviestParts() -> [HeavyPart] {
    let least = max(1, Int(HeavyPart.smallestShare * Double(json.bytes.count)))
    var heavy: [(byteCount: Int, kind: HeavyPart.Kind, node: NodeID, layers: Range<Int>)] = []
    func add(_ kind: HeavyPart.Kind, _ node: NodeID, layers: Range<Int> = 0..<0) {
      let byteCount = json.range(of: node).count
      if byteCount >= least { heavy.append((byteCount, kind, node, layers)) }
    }
    for position in compositions[0].layers { add(.layer, layers[position].node) }
    for asset in assets {
      switch asset.kind {
      case .file: add(.image, asset.node)
      case .composition(let position):
        add(.composition, asset.node, layers: compositions[position].layers)
      }
    }
    if let glyphs = member("chars", of: .root) { add(.glyphs, glyphs) }
    return heavy.sorted { $0.byteCount > $1.byteCount }.prefix(HeavyPart.most).map { part in
      let name = shown(part.kind == .layer ? "nm" : "id", of: part.node) ?? ""
      let layer = part.layers.lazy.map { self.layers[$0].node }
        .max { self.json.range(of: $0).count < self.json.range(of: $1).count }
      return HeavyPart(
        part.kind, name, part.byteCount,
        layer: layer.map { (shown("nm", of: $0) ?? "", json.range(of: $0).count) })
    }
  }

  /// Images with the same bytes as others: positions in `pictures`, by data.
  func samePictures() -> [[Int]] {
    guard pictures.count > 1 else { return [] }
    // Of most lengths there is one image only.
    let lengths = pictures.map { json.range(of: $0.path).count }
    let byLength = Dictionary(grouping: pictures.indices) { lengths[$0] }
    return byLength.values.filter { $0.count > 1 }
      .flatMap { positions in
        Dictionary(grouping: positions) { json.written(pictures[$0].path) }.values
      }
      .filter { $0.count > 1 && pictures[$0[0]].isEmbedded }.sorted { $0[0] < $1[0] }
  }
}

extension Picture {
  fileprivate var isEmbedded: Bool {
    if case .embedded = summary.source { true } else { false }
  }
}
