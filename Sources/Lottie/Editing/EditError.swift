/// Why an edit cannot be carried out; nothing is changed then.
package enum EditError: Error, Sendable, Equatable {
  /// The bytes are not JSON, or over a limit of it.
  case unreadable(JSONError)
  /// The outermost value is no object.
  case noAnimation
  /// No layer has these names or stands at these pointers.
  case layersNotFound([String])
  /// More than one layer has that name: they stand at these pointers.
  case layerAmbiguous(name: String, pointers: [String])
  /// Layers that stay need layers that were to go.
  case layersInUse([LayerUse])
  /// Images that cannot be embedded, all of them.
  case images([ImageProblem])
  /// A name has more bytes than `AnimationEdit.longestName`.
  case nameTooLong(byteCount: Int, limit: Int)
  /// The animation would have more bytes than that.
  case tooLarge(limit: Int)
}

/// A layer that needs another one.
package struct LayerUse: Sendable, Hashable {
  /// The layer that is needed.
  package let layer: LayerPlace
  /// The layer that needs it.
  package let user: LayerPlace
  /// What for.
  package let kind: LayerUseKind
}

/// What a layer needs another one for.
package enum LayerUseKind: String, Sendable, Hashable {
  /// It is its matte.
  case matte
  /// It is its parent.
  case parent
}

/// Why an image cannot be embedded.
package struct ImageProblem: Error, Sendable, Hashable {
  /// The image.
  package let image: ExternalImage
  /// Why.
  package let fault: ImageFault
}

/// What is wrong with an image that an asset names.
package enum ImageFault: String, Sendable, Hashable {
  /// The name is empty, longer than `ExternalImage.longestName`, or has control characters.
  case name
  /// The name is a URL, or begins like one.
  case remote
  /// The name is absolute, has backslashes, or climbs with `..`.
  case outside
  /// There is no such file.
  case missing
  /// The bytes are no PNG, JPEG, WebP or GIF with a size; SVG is none either.
  case format
}
