package import FoundationEssentials
package import GiftDomain
package import GiftStore

/// A line of an export's stream after its rows: one animation or picture.
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
  package static let archive = "archive.jsonl"
  /// The list of a live set.
  package static let manifest = "manifest.json"

  /// The path of an archived picture, or of an animation, plain or in another coding, with the
  /// extension that tools for that coding expect.
  package static func name(
    of asset: ArchivedAsset, in coding: ContentCoding = .identity
  ) -> String {
    guard !asset.isPicture else { return "pictures/\(asset.digest.hex).webp" }
    let ending =
      switch coding {
      case .brotli: ".br"
      case .gzip: ".gz"
      case .identity: ""
      }
    return "animations/\(asset.digest.hex).json\(ending)"
  }
}
