import FoundationEssentials
package import GiftDomain
import GiftStore
import Hashing
package import NIOCore

/// The served catalogue as a file, so that a server that starts while the database is unreachable
/// has something to serve.
///
/// ```
///   GIFTSNAP  version  length of the file │ length  rows in JSON │ assets │ SHA-256 of all
///   8 bytes   4        8                  │ 8                    │        │ 32
/// ```
///
/// Numbers are big-endian. An asset is its kind, 1 byte, its digest and its bodies in the order of
/// `AssetKind.codings`, each after its length of 4 bytes; a missing one has no bytes.
package struct SnapshotFile: Sendable {
  /// The most bytes of a file, which is read into memory as a whole.
  package static let maxBytes = 2 << 30
  /// The first bytes of every file.
  static let magic = Array("GIFTSNAP".utf8)
  /// The version of the format; files of another one are not read.
  static let version: UInt32 = 13
  /// The bytes before the rows.
  static let headBytes = magic.count + 4 + 8 + 8

  /// Identifies a file's contents: equal marks mean equal rows, assets and clock.
  package struct Mark: Hashable, Sendable {
    let position: HistoryPosition
    let clockCorrections: Int
    let assets: Set<AssetName>
  }

  /// The newest change included.
  package let change: ChangeNumber
  /// The file's size in bytes.
  package let byteCount: Int
  /// All between the length and the digest.
  private let parts: [ByteBuffer]

  /// Throws if the file could not be read again.
  init(_ kept: KeptCatalogue) throws(SnapshotFileError) {
    guard kept.isWhole else { throw .malformed }
    change = kept.position.change
    let rows: Data
    do {
      rows = try canonicalJSON(kept)
    } catch {
      throw .malformed
    }
    // Assets are passed without copies, because they may be large.
    parts =
      [ByteBuffer(integer: UInt64(rows.count)), ByteBuffer(bytes: rows)]
      + kept.assets.inOrder.flatMap { asset in
        [ByteBuffer(bytes: [asset.name.kind.rawValue] + asset.name.digest.bytes)]
          + asset.name.kind.codings.flatMap { coding in
            let body = asset.body[coding] ?? ByteBuffer()
            return [ByteBuffer(integer: UInt32(clamping: body.readableBytes)), body]
          }
      }
    byteCount = parts.reduce(Self.magic.count + 4 + 8 + SHA256Digest.byteCount) {
      $0 + $1.readableBytes
    }
    guard byteCount <= Self.maxBytes else { throw .malformed }
  }

  /// Passes the file's bytes to `part`, piece by piece in order; throws what `part` throws.
  package func write<Failure>(_ part: (ByteBuffer) throws(Failure) -> Void) throws(Failure) {
    var digest = SHA256()
    var head = ByteBuffer(bytes: Self.magic)
    head.writeInteger(Self.version)
    head.writeInteger(UInt64(byteCount))
    for buffer in [head] + parts {
      digest.update(Array(buffer: buffer).span)
      try part(buffer)
    }
    try part(ByteBuffer(bytes: digest.finalized()))
  }
}

/// The contents of a snapshot file.
struct KeptCatalogue: Sendable, Codable {
  /// How far two clocks may differ, in microseconds: a host without the time starts at 1970, so a
  /// hundred years are enough.
  static let clockOffsets: ClosedRange<Int64> = -3_155_760_000_000_000...3_155_760_000_000_000

  /// The rows; turns in rotations are computed again.
  let view: CatalogueView
  let position: HistoryPosition
  /// How far the database's clock was ahead of this host's, in microseconds.
  let clockOffset: Int64
  /// The animations and pictures that are live or go live soon, stored separately from the rows.
  var assets: [ServedAsset] = []

  private enum CodingKeys: CodingKey {
    case view, position, clockOffset
  }

  /// Whether the rows are valid: gifts sorted by id, as lookups require, the placement that every
  /// catalogue has, and numbers within their ranges.
  var isWhole: Bool {
    view.states.map(\.gift).isRising && view.departed.map(\.state.gift).isRising
      && view.groups.placements[.gifts] == .all
      && view.groups.placements.count <= GiftGroups.maxPlacements + 1
      && view.states.allSatisfy { $0.definition != nil }
      && view.departed.allSatisfy { $0.state.definition == nil }
      && Self.clockOffsets.contains(clockOffset)
      && position.timeline.map { (1...Int64(UInt32.max)).contains($0) } ?? true
  }
}

extension [ServedAsset] {
  /// By kind, then by digest, so that equal contents make equal files.
  var inOrder: [ServedAsset] {
    sorted { left, right in
      left.name.kind == right.name.kind
        ? left.name.digest.bytes.lexicographicallyPrecedes(right.name.digest.bytes)
        : left.name.kind.rawValue < right.name.kind.rawValue
    }
  }
}

extension [GiftID] {
  fileprivate var isRising: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
