package import FoundationEssentials
package import GiftDomain

/// A line of an export's stream after the first: one animation.
package struct StreamLine: Codable, Sendable {
  /// The file's name in the folder that the stream stands for.
  package let file: String
  /// The bytes.
  package let base64: Data

  /// A line for a file.
  package init(file: String, bytes: [UInt8]) {
    self.file = file
    base64 = Data(bytes)
  }
}

/// What an export holds and an import reads: a folder, or the stream that stands for one.
package enum ExportFile {
  /// The rows of a whole history.
  package static let archive = "archive.json"
  /// The list of a live set.
  package static let manifest = "manifest.json"

  /// The folder of an archive's animations.
  package static let animations = "animations"

  /// Where an archive keeps the animation under a digest, as it is or in another coding, by the
  /// name that the tools of that coding expect.
  package static func animation(
    _ digest: SHA256Digest, in coding: ContentCoding = .identity
  ) -> String {
    let ending =
      switch coding {
      case .brotli: ".br"
      case .zstd: ".zst"
      case .gzip: ".gz"
      case .identity: ""
      }
    return "\(animations)/\(digest.hex).json\(ending)"
  }
}
