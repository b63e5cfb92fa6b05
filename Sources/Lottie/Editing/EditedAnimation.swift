/// What came of edits.
package struct EditedAnimation: Sendable, Hashable {
  /// The animation as it is now.
  package let bytes: [UInt8]
  /// One for each edit, in their order.
  package let steps: [EditStep]

  /// Whether the bytes are those that went in.
  package var isUnchanged: Bool { steps.allSatisfy(\.splices.isEmpty) }
}

/// What one edit did.
package struct EditStep: Sendable, Hashable {
  /// What it did, as an animator would say it.
  package let change: EditChange
  /// Where, in the bytes that this edit was given: ascending, and none overlaps another; empty if
  /// there was nothing to do.
  package let splices: [Splice]
}

/// What an edit did to the animation.
package enum EditChange: Sendable, Hashable {
  /// These layers are gone, in the order of the text.
  case droppedLayers([DroppedLayer])
  /// So many expressions are gone.
  case strippedExpressions(count: Int)
  /// These images are in the file now, in the order of the assets.
  case embeddedImages([EmbeddedImage])
  /// The name was another one, shortened and safe to print, or there was none.
  case renamed(from: String?)
  /// So many bytes of white space are gone.
  case minified(byteCount: Int)
}

/// Where a layer stands, and what it is called.
package struct LayerPlace: Sendable, Hashable {
  /// The JSON pointer in the bytes that the edit was given.
  package let pointer: String
  /// `nm`, shortened and safe to print, if it is there.
  package let name: String?
}

/// A layer that an edit took out.
package struct DroppedLayer: Sendable, Hashable {
  /// Where it stood.
  package let layer: LayerPlace
  /// The layer that it was the matte of, if it went along with that one; nil if it was asked for.
  package let matteOf: LayerPlace?
}

/// An image that an edit wrote into the file.
package struct EmbeddedImage: Sendable, Hashable {
  /// The image as the asset named it.
  package let image: ExternalImage
  /// Its media type, such as `image/png`, by its own header.
  package let mediaType: String
  /// Its size, before base64.
  package let byteCount: Int
}
