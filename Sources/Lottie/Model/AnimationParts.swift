/// A list of layers: the animation itself, or a precomposition.
struct Composition: Sendable {
  /// The object that contains `layers`.
  let node: NodeID
  /// Positions in `Animation.layers`.
  let layers: Range<Int>
}

/// An object in a list of layers.
struct Layer: Sendable {
  let node: NodeID
  /// Position in `Animation.compositions`.
  let composition: Int
  /// Nil if `ty` is missing or names no known type.
  let type: LayerType?
  /// `ind`, if it is a whole number.
  let index: Int?
  let members: LayerMembers
  /// Positions in `Animation.shapes`, including those in groups; only shape layers have any.
  var shapes = 0..<0
}

/// An object in a list of shapes.
struct Shape: Sendable {
  let node: NodeID
  /// The `ty` member.
  let typeNode: NodeID?
  /// Nil if `ty` is missing or names no known type.
  let type: ShapeType?
  /// The number of its list of shapes, from 0 in the order of the text.
  let list: Int
  /// The nested list, if it is a group.
  let innerList: Int?
  /// The `it` member: that list.
  let items: NodeID?
  /// Whether its own `hd` hides it.
  let isHidden: Bool
  /// The `bm` member.
  let blendMode: NodeID?
}

/// An object in `assets`.
struct Asset: Sendable {
  let node: NodeID
  let kind: AssetKind
}

/// The contents of an asset.
enum AssetKind: Sendable, Equatable {
  /// Layers; `position` is that in `Animation.compositions`.
  case composition(position: Int)
  /// An image, a sound or data, embedded or named.
  case file
}
