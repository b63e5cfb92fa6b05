import FoundationEssentials
package import GiftDomain
import Hashing

/// An archive as text: lines of JSON, of which the first is an `ArchiveHeader`, and the last has
/// the SHA-256 of all bytes before it.
package enum ArchiveText {
  /// The name of the format.
  package static let format = "gift-catalogue-archive-9"

  /// The most bytes of a line, 384 MiB: a change has at most 256 MiB of commands.
  package static let maxLineBytes = 402_653_184

  /// The most bytes of a first line that names a format.
  package static let maxHeaderBytes = 65_536

  /// How the last line begins.
  static let end = Array(#"{"sha256":""#.utf8)

  /// Whether a line is the last of an archive.
  package static func isLast(_ line: some Sequence<UInt8>) -> Bool { line.starts(with: end) }

  /// The format named by a first line that may be an archive's, even of another version; nil if
  /// none is named.
  package static func format(of line: [UInt8]) -> String? {
    // For any other text, the reason does not matter.
    return (try? JSONDecoder().decode(FormatDocument.self, from: Data(line)))?.format
  }
}

private struct FormatDocument: Decodable {
  let format: String
}

/// The first line of an archive: its format, and how much is in it.
package struct ArchiveHeader: Hashable, Sendable, Codable {
  /// The numbers that one may tell.
  private static let counts: ClosedRange<Int64> = 0...1 << 50

  /// `ArchiveText.format`.
  package let format: String
  /// The number of changes.
  package let changes: Int64
  /// The number of assets.
  package let assets: Int64
  /// The bytes of all assets together, without their compressed forms.
  package let assetBytes: Int64

  /// That of a history with these changes and assets.
  package init(changes: ChangeNumber, assets: [ArchivedAsset]) {
    format = ArchiveText.format
    self.changes = changes.value
    self.assets = Int64(assets.count)
    // A sum of sizes in a database: no overflow.
    assetBytes = assets.reduce(0) { $0 + $1.byteCount }
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    format = try values.decode(String.self, forKey: .format)
    changes = try Self.counts.checked(values.decode(Int64.self, forKey: .changes), .change)
    assets = try Self.counts.checked(values.decode(Int64.self, forKey: .assets), .animationBytes)
    assetBytes = try Self.counts.checked(
      values.decode(Int64.self, forKey: .assetBytes), .animationBytes)
  }
}

/// Writes the lines of an archive.
package struct ArchiveWriter: ~Copyable {
  private var hash: SHA256? = SHA256()
  private var lineCount = 0
  private let write: ([UInt8]) throws -> Void

  /// Writes the header; throws what `write` throws.
  package init(
    _ header: ArchiveHeader, to write: @escaping ([UInt8]) throws -> Void
  ) throws {
    self.write = write
    try put(canonicalJSON(header))
  }

  /// Writes a line; throws what the encoder or `write` throws.
  package mutating func add(_ line: ArchiveLine) throws { try put(canonicalJSON(line)) }

  private mutating func put(_ json: Data) throws {
    lineCount += 1
    guard json.count < ArchiveText.maxLineBytes else {
      throw ArchiveFault.text(.tooLong(line: lineCount))
    }
    let line = Array(json) + [UInt8(ascii: "\n")]
    hash?.update(line.span)
    try write(line)
  }

  /// Writes the last line, once; throws what `write` throws.
  package mutating func finish() throws {
    guard let digest = hash.take()?.finalized() else { return }
    try write(ArchiveText.end + Array("\(try SHA256Digest(bytes: digest).hex)\"}\n".utf8))
  }
}

/// Where an archive is read: the bytes from an offset on, at most so many, none at its end; nil if
/// they cannot be read.
package typealias ArchiveBytes = @Sendable (_ offset: Int64, _ count: Int) -> [UInt8]?
