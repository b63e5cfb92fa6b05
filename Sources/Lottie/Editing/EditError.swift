/// Why an edit cannot be carried out; then nothing is changed.
package enum EditError: Error, Sendable, Equatable {
  /// The bytes are not JSON, or over a limit of it.
  case unreadable(JSONError)
  /// The outermost value is not an object.
  case noAnimation
  /// No layers have these names or pointers.
  case layersNotFound([String])
  /// More than one layer has that name; these are their pointers.
  case layerAmbiguous(name: String, pointers: [String])
  /// Remaining layers need layers that would be removed.
  case layersInUse([LayerUse])
  /// Images that cannot be embedded, all of them.
  case images([ImageProblem])
  /// A name has more bytes than `AnimationEdit.longestName`.
  case nameTooLong(byteCount: Int, limit: Int)
  /// A property's loops, at that pointer, would need more keyframes than that.
  case tooManyKeyframes(pointer: String, limit: Int)
  /// The animation would exceed that many bytes.
  case tooLarge(limit: Int)
}

/// A layer that needs another one.
package struct LayerUse: Sendable, Hashable {
  /// The layer that is needed.
  package let layer: LayerPlace
  /// The layer that needs it.
  package let user: LayerPlace
  /// The reason that it is needed.
  package let kind: LayerUseKind
}

/// Why a layer needs another one.
package enum LayerUseKind: String, Sendable, Hashable {
  /// It is its matte.
  case matte
  /// It is its parent.
  case parent
}

/// Why an image cannot be embedded.
package struct ImageProblem: Error, Sendable, Hashable {
  /// The image that an asset names.
  package let image: ExternalImage
  /// The reason.
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
  /// The bytes are not a PNG, JPEG, WebP or GIF with a size; nor is SVG accepted.
  case format
}
