/// One change to an animation.
package enum AnimationEdit: Sendable, Hashable {
  /// Removes layers, each named by its `nm` or by a JSON pointer such as `/layers/3` or
  /// `/assets/0/layers/1` into the document before this edit.
  ///
  /// The matte of a layer goes with it if it is hidden by itself (`td`) and nothing else needs it.
  ///
  /// Throws `EditError.layersNotFound`, `.layerAmbiguous` and, for layers that others need as
  /// parent or matte, `.layersInUse`.
  case dropLayers([String])
  /// Turns expressions that only repeat a property's keyframes into keyframes, and those whose
  /// value is known from the file into that value, or two keyframes if it changes evenly, as
  /// lottie-web draws them while the layer shows; others stay, and so do those of paths.
  ///
  /// Throws `EditError.tooManyKeyframes` and `.tooLarge`.
  case bakeLoops
  /// Removes the members that contain code: those that the rule `code.expression` finds.
  case stripExpressions
  /// Adds what After Effects writes and players need, and writes anew what some do not read, with
  /// the value that the others take: those drew the animation before, and draw it as they did.
  ///
  /// The text may have a byte-order mark, and commas with nothing after them.
  case repair
  /// Embeds images as data URIs; the keys are `ExternalImage.name`.
  ///
  /// Throws `EditError.images`, naming all that are missing or are not images, and `.tooLarge`.
  case embedImages([String: [UInt8]])
  /// Sets the animation's own `nm`, at most `longestName` bytes of UTF-8.
  ///
  /// Throws `EditError.nameTooLong` and `.tooLarge`.
  case rename(String)
  /// Removes the white space between tokens.
  case minify

  /// The most bytes of a name: After Effects takes 127 characters, of up to 4 bytes each.
  package static let longestName = 508
  /// The most keyframes that baking gives one property: a frame each for over five minutes at 30
  /// frames per second.
  package static let mostBakedKeyframes = 10_000
}
