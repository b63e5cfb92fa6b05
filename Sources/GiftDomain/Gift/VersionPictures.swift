/// What was drawn of an animation version: its pictures, or why there are none.
///
/// Unlike the version, this changes: it is drawn again when the renderer or the settings do.
package struct VersionPictures: Hashable, Sendable, Codable {
  /// The result of a drawing.
  package enum Outcome: Hashable, Sendable, Codable {
    /// Its pictures.
    case drawn(PicturePair)
    /// It cannot be drawn.
    case undrawn(DrawingObstacle)
  }

  /// What drew it.
  package let maker: PictureMaker
  /// The result.
  package let outcome: Outcome

  /// Pictures from their parts.
  package init(maker: PictureMaker, outcome: Outcome) {
    self.maker = maker
    self.outcome = outcome
  }

  /// The pictures; nil if it cannot be drawn.
  package var pair: PicturePair? {
    switch outcome {
    case .drawn(let pair): pair
    case .undrawn: nil
    }
  }

  /// Why there are none; nil if there are.
  package var obstacle: DrawingObstacle? {
    switch outcome {
    case .drawn: nil
    case .undrawn(let obstacle): obstacle
    }
  }
}

/// The pictures of a version.
package struct PicturePair: Hashable, Sendable, Codable {
  /// A still frame, with alpha.
  package let poster: Picture
  /// A few moving seconds, on an opaque ground.
  package let preview: Picture

  /// A pair of pictures.
  package init(poster: Picture, preview: Picture) {
    self.poster = poster
    self.preview = preview
  }

  /// Both, the poster first.
  package var all: [Picture] { [poster, preview] }
}

/// A picture in WebP, stored as an asset.
package struct Picture: Hashable, Sendable, Codable {
  /// The most bytes of a picture.
  package static let maxBytes: Int64 = 1_048_576
  /// The longest side of a picture in pixels.
  package static let maxSide: Int64 = 1_024

  /// The digest of its bytes.
  package let asset: SHA256Digest
  /// The size in bytes, 1 to `maxBytes`.
  package let byteCount: Int64
  /// The width in pixels, 1 to `maxSide`.
  package let width: Int64
  /// The height in pixels, 1 to `maxSide`.
  package let height: Int64

  /// Throws `DomainError.outOfRange` outside these ranges.
  package init(
    asset: SHA256Digest, byteCount: Int64, width: Int64, height: Int64
  ) throws(DomainError) {
    self.asset = asset
    self.byteCount = try (1...Self.maxBytes).checked(byteCount, .pictureBytes)
    self.width = try (1...Self.maxSide).checked(width, .pictureSide)
    self.height = try (1...Self.maxSide).checked(height, .pictureSide)
  }

  /// Whether bytes begin like a file in WebP (RFC 9649 §2.3).
  package static func isWebP(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      asset: values.decode(SHA256Digest.self, forKey: .asset),
      byteCount: values.decode(Int64.self, forKey: .byteCount),
      width: values.decode(Int64.self, forKey: .width),
      height: values.decode(Int64.self, forKey: .height))
  }

  private enum CodingKeys: String, CodingKey {
    case byteCount, width, height
    // The name that the read API has for it.
    case asset = "sha256"
  }
}

/// A renderer, and the settings by which it makes pictures.
package struct PictureMaker: Hashable, Sendable, Codable {
  /// Bytes of a renderer's build id.
  package static let rendererBytes = 20

  /// The build id of the renderer (ld(1), `--build-id`): 40 lower-case hexadecimal digits.
  package let renderer: String
  /// The version of the settings, from 1.
  package let settings: Int64

  /// Throws `DomainError.malformed` or `outOfRange`.
  package init(renderer: String, settings: Int64) throws(DomainError) {
    let digits = renderer.utf8
    guard digits.count == 2 * Self.rendererBytes,
      digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { throw .malformed(.renderer, text: renderer) }
    self.renderer = renderer
    self.settings = try (1...Int64(Int32.max)).checked(settings, .pictureSettings)
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      renderer: values.decode(String.self, forKey: .renderer),
      settings: values.decode(Int64.self, forKey: .settings))
  }

  private enum CodingKeys: CodingKey {
    case renderer, settings
  }
}

/// Why an animation has no pictures.
package enum DrawingObstacle: String, Hashable, Sendable, Codable, CaseIterable {
  /// The renderer does not load it.
  case refused
  /// The renderer crashes.
  case crashed
  /// It needs more memory than a drawing may take.
  case memory
  /// It needs more time than a drawing may take.
  case late
  /// Nothing is visible in any frame.
  case blank
  /// It has more frames than are drawn.
  case tooLong = "too_long"
  /// It has more bytes than are drawn, or its pictures have, however small they are.
  case tooLarge = "too_large"

  /// The obstacle as half a sentence.
  package var sentence: String {
    switch self {
    case .refused: "rlottie refuses it"
    case .crashed: "rlottie crashes"
    case .memory: "rlottie runs out of memory"
    case .late: "rlottie runs out of time"
    case .blank: "nothing is visible in any frame"
    case .tooLong: "it has too many frames to draw"
    case .tooLarge: "it is too large to draw"
    }
  }
}

/// The pictures of one version of a gift: what a row records.
package struct PicturedVersion: Hashable, Sendable, Codable {
  /// The version's number.
  package let version: VersionNumber
  /// Its pictures.
  package let pictures: VersionPictures

  /// A version's number and its pictures.
  package init(version: VersionNumber, pictures: VersionPictures) {
    self.version = version
    self.pictures = pictures
  }
}
