package import GiftDomain
package import GiftStore
import Support

extension PictureFile {
  /// A picture of a few bytes that begin as WebP does.
  package init(sample: UInt8) throws {
    try self.init(bytes: Self.sampleBytes(sample))
  }

  /// A few bytes that begin as WebP does.
  package static func sampleBytes(_ sample: UInt8) -> [UInt8] {
    Array("RIFF\0\0\0\0WEBP".utf8) + [sample]
  }

  /// A picture of these bytes, which may not be one.
  package init(bytes: [UInt8]) throws {
    self.init(
      picture: try Picture(
        asset: try SHA256Digest(bytes: sha256(bytes)), byteCount: Int64(bytes.count), width: 256,
        height: 128),
      bytes: bytes)
  }
}

extension VersionPictures {
  /// The sample as poster, and the one after it as preview.
  package static func drawn(_ sample: UInt8, settings: Int64 = 1) throws -> VersionPictures {
    VersionPictures(
      maker: try maker(settings),
      outcome: .drawn(
        PicturePair(
          poster: try PictureFile(sample: sample).picture,
          preview: try PictureFile(sample: sample + 1).picture)))
  }

  /// Pictures of these bytes.
  package static func drawn(bytes: [UInt8]) throws -> VersionPictures {
    let picture = try PictureFile(bytes: bytes).picture
    return VersionPictures(
      maker: try maker(1), outcome: .drawn(PicturePair(poster: picture, preview: picture)))
  }

  /// Why there is no picture.
  package static func undrawn(_ obstacle: DrawingObstacle) throws -> VersionPictures {
    VersionPictures(maker: try maker(1), outcome: .undrawn(obstacle))
  }

  private static func maker(_ settings: Int64) throws -> PictureMaker {
    try PictureMaker(renderer: String(repeating: "0a", count: 20), settings: settings)
  }
}
