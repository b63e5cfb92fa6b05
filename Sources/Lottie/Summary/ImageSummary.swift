/// An image among the assets, as far as it can be known without decoding it.
package struct ImageSummary: Sendable, Hashable {
  /// The asset's `id`, by which layers name it; shortened and safe to print, empty if it has none.
  package let id: String
  /// In pixels: of embedded data what its own header says, else what the asset says; nil if
  /// neither does.
  package let width: Int?
  /// In pixels, as `width`.
  package let height: Int?
  /// Where the pixels are.
  package let source: ImageSource
}

/// Where an image's pixels are.
package enum ImageSource: Sendable, Hashable {
  /// In the animation, as a data URI.
  ///
  /// `format` is what the data is, nil if it is none that players decode; `byteCount` is the size
  /// of the data once base64 is undone.
  case embedded(format: ImageFormat?, byteCount: Int)
  /// In a file of its own: the asset's folder and name as they stand there, shortened and safe to
  /// print.
  case external(name: String)
}
