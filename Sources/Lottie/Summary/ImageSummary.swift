/// Facts about an image among the assets, without decoding it.
package struct ImageSummary: Sendable, Hashable {
  /// The asset's `id`, by which layers name it; shortened and safe to print, empty if it has none.
  package let id: String
  /// In pixels: from the header of embedded data, else from the asset; nil if neither has it.
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
  /// `format` is the data's, nil if players cannot decode it; `byteCount` is the decoded size.
  case embedded(format: ImageFormat?, byteCount: Int)
  /// In a separate file: the asset's folder and name, shortened and safe to print.
  case external(name: String)
}
