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
  package private(set) var layerName: String?
  /// The bytes of that layer.
  package private(set) var layerByteCount = 0

  fileprivate init(_ kind: Kind, _ name: String, _ byteCount: Int) {
    self.kind = kind
    self.name = name
    self.byteCount = byteCount
  }

  /// The part with the heaviest layer in it.
  fileprivate func with(layer: String, of byteCount: Int) -> Self {
    var part = self
    (part.layerName, part.layerByteCount) = (layer, byteCount)
    return part
  }
}

extension Animation {
  /// The heaviest parts, which do not overlap.
  func heaviestParts() -> [HeavyPart] {
    let least = max(1, Int(HeavyPart.smallestShare * Double(json.bytes.count)))
    var parts: [HeavyPart] = []
    for position in compositions[0].layers {
      let layer = layers[position].node
      guard json.range(of: layer).count >= least else { continue }
      parts.append(HeavyPart(.layer, name(of: layer), json.range(of: layer).count))
    }
    for asset in assets where json.range(of: asset.node).count >= least {
      let (name, count) = (shown("id", of: asset.node) ?? "", json.range(of: asset.node).count)
      switch asset.kind {
      case .file: parts.append(HeavyPart(.image, name, count))
      case .composition(let position):
        let part = HeavyPart(.composition, name, count)
        let layer = compositions[position].layers.lazy.map { self.layers[$0].node }
          .max { self.json.range(of: $0).count < self.json.range(of: $1).count }
        parts.append(
          layer.map { part.with(layer: self.name(of: $0), of: json.range(of: $0).count) } ?? part)
      }
    }
    if let glyphs = member("chars", of: .root), json.range(of: glyphs).count >= least {
      parts.append(HeavyPart(.glyphs, "", json.range(of: glyphs).count))
    }
    return Array(parts.sorted { $0.byteCount > $1.byteCount }.prefix(HeavyPart.most))
  }

  private func name(of layer: NodeID) -> String { shown("nm", of: layer) ?? "" }

  /// Images with the same bytes as others: positions in `pictures`, by data.
  func samePictures() -> [[Int]] {
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
