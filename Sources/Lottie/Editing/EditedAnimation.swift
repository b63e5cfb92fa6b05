/// The result of edits.
package struct EditedAnimation: Sendable, Hashable {
  /// The animation after all edits.
  package let bytes: [UInt8]
  /// One for each edit, in their order.
  package let steps: [EditStep]

  /// Whether the bytes are the same as before.
  package var isUnchanged: Bool { steps.allSatisfy(\.isUnchanged) }
}

/// What one edit did.
package struct EditStep: Sendable, Hashable {
  /// What it did, in an animator's terms.
  package let change: EditChange
  /// The splices, by offsets in the bytes before this edit: ascending, without overlaps; empty if
  /// there was nothing to do.
  package let splices: [Splice]

  /// Whether there was nothing to do, also not before the text was JSON.
  package var isUnchanged: Bool {
    if case .repaired(let counts) = change, !counts.isEmpty { return false }
    return splices.isEmpty
  }
}

/// What an edit did to the animation.
package enum EditChange: Sendable, Hashable {
  /// Removed these layers, in the order of the text.
  case droppedLayers([DroppedLayer])
  /// Baked the expressions of this many properties, with that many more keyframes than before.
  case bakedLoops(count: Int, keyframeCount: Int)
  /// Removed this many expressions.
  case strippedExpressions(count: Int)
  /// Added or replaced this much of each kind.
  case repaired([RepairKind: Int])
  /// Embedded these images, in the order of the assets.
  case embeddedImages([EmbeddedImage])
  /// Replaced this name, shortened and safe to print; nil if there was none.
  case renamed(from: String?)
  /// Removed this many bytes of white space.
  case minified(byteCount: Int)
}

/// A layer's position and name.
package struct LayerPlace: Sendable, Hashable {
  /// The JSON pointer into the bytes before the edit.
  package let pointer: String
  /// `nm`, shortened and safe to print, if present.
  package let name: String?
}

/// A layer that an edit removed.
package struct DroppedLayer: Sendable, Hashable {
  /// The layer's position before the edit.
  package let layer: LayerPlace
  /// The layer whose matte it was, if it was removed with that one; nil if it was named itself.
  package let matteOf: LayerPlace?
}

/// An image that an edit embedded.
package struct EmbeddedImage: Sendable, Hashable {
  /// The image as named by the asset.
  package let image: ExternalImage
  /// Its media type, such as `image/png`, by its own header.
  package let mediaType: String
  /// Its size, before base64.
  package let byteCount: Int
}
