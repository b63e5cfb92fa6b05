package import FoundationEssentials
package import GiftDomain
import GiftStore

/// A line of an export's stream after the first: one animation or picture.
package struct StreamLine: Codable, Sendable {
  /// The file's name in the folder that the stream represents.
  package let file: String
  /// The file's bytes.
  package let base64: Data

  /// A line for a file.
  package init(file: String, bytes: [UInt8]) {
    self.file = file
    base64 = Data(bytes)
  }

  /// The line that these bytes are; nil unless writing it again gives the same.
  package init?(line: [UInt8]) {
    do {
      self = try JSONDecoder().decode(StreamLine.self, from: Data(line))
      guard try canonicalJSON(self).elementsEqual(line) else { return nil }
    } catch {
      return nil
    }
  }
}

/// The names of files in an export: a folder, or a stream that represents one.
package enum ExportFile {
  /// The rows of a whole history.
  package static let archive = "archive.json"
  /// The list of a live set.
  package static let manifest = "manifest.json"

  /// The folder of an archive's animations.
  package static let animations = "animations"

  /// The path of an archived picture.
  package static func picture(_ digest: SHA256Digest) -> String { "pictures/\(digest.hex).webp" }

  /// The path of an archived animation, plain or in another coding, with the extension that tools
  /// for that coding expect.
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
