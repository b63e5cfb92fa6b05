import FoundationEssentials
package import GiftDomain
import GiftStore
package import NIOCore

import struct Crypto.SHA256

/// What is served, as a file keeps it, so that a server that starts while the database is away has
/// something to answer with.
///
/// ```
///   GIFTSNAP  version  length of the file │ length  rows in JSON │ animations │ SHA-256 of all
///   8 bytes   4        8                  │ 8                    │            │ 32
/// ```
///
/// Numbers are big-endian. An animation is its digest and, each after its length of 4 bytes, its
/// bodies in the order of `ContentCoding`; one that there is none of has no bytes.
package struct SnapshotFile: Sendable {
  /// The most bytes of a file: it is read into memory as a whole.
  package static let maxBytes = 2 << 30
  /// What every file begins with.
  static let magic = Array("GIFTSNAP".utf8)
  /// The version of the format; files of another one are not read.
  static let version: UInt32 = 8
  /// The bytes before the rows.
  static let headBytes = magic.count + 4 + 8 + 8

  /// What a file depends on: equal marks, equal rows and animations, by one clock.
  package struct Mark: Hashable, Sendable {
    let position: HistoryPosition
    let clockCorrections: Int
    let assets: Set<SHA256Digest>
  }

  /// The newest change in it.
  package let change: ChangeNumber
  /// How many bytes the file has.
  package let byteCount: Int
  /// All between the length and the digest.
  private let parts: [ByteBuffer]

  /// Throws what could not be read again.
  init(_ kept: KeptCatalogue) throws(SnapshotFileError) {
    guard kept.isWhole else { throw .malformed }
    change = kept.position.change
    let rows: Data
    do {
      rows = try canonicalJSON(kept)
    } catch {
      throw .malformed
    }
    // Animations are handed over as they are, as they may be many.
    parts =
      [ByteBuffer(integer: UInt64(rows.count)), ByteBuffer(bytes: rows)]
      + kept.assets.sorted { $0.hex < $1.hex }.flatMap { asset in
        [ByteBuffer(bytes: asset.digest.bytes)]
          + ContentCoding.allCases.flatMap { coding in
            let body = asset.body[coding] ?? ByteBuffer()
            return [ByteBuffer(integer: UInt32(clamping: body.readableBytes)), body]
          }
      }
    byteCount = parts.reduce(Self.magic.count + 4 + 8 + SHA256Digest.byteCount) {
      $0 + $1.readableBytes
    }
    guard byteCount <= Self.maxBytes else { throw .malformed }
  }

  /// Hands the file's bytes over, part by part in order; throws what `part` throws.
  package func write<Failure>(_ part: (ByteBuffer) throws(Failure) -> Void) throws(Failure) {
    var digest = SHA256()
    var head = ByteBuffer(bytes: Self.magic)
    head.writeInteger(Self.version)
    head.writeInteger(UInt64(byteCount))
    for buffer in [head] + parts {
      digest.update(data: Array(buffer: buffer))
      try part(buffer)
    }
    try part(ByteBuffer(bytes: digest.finalize()))
  }
}

/// What a file keeps of the catalogue.
struct KeptCatalogue: Sendable, Codable {
  /// By how much two clocks may differ, in microseconds: a host that has forgotten the time begins
  /// at 1970, and a hundred years are more than that.
  static let clockOffsets: ClosedRange<Int64> = -3_155_760_000_000_000...3_155_760_000_000_000

  /// The rows; what rotations bring is computed anew.
  let view: CatalogueView
  let position: HistoryPosition
  /// By how much the database's clock was ahead of this host's, in microseconds.
  let clockOffset: Int64
  /// All that is live or comes soon; not among the rows.
  var assets: [ServedAsset] = []

  private enum CodingKeys: CodingKey {
    case view, position, clockOffset
  }

  /// Whether the rows are such as are written: gifts in the order of their ids, as they are looked
  /// for so, and numbers within their ranges.
  var isWhole: Bool {
    let gifts = view.states + view.departed.map(\.state)
    return view.states.map(\.gift).isRising && view.departed.map(\.state.gift).isRising
      && view.states.allSatisfy { $0.definition != nil }
      && view.departed.allSatisfy { $0.state.definition == nil }
      && gifts.flatMap(\.versions).allSatisfy {
        (1...Int64(SnapshotFile.maxBytes)).contains($0.byteCount)
      }
      && Self.clockOffsets.contains(clockOffset)
      && position.timeline.map { (1...Int64(UInt32.max)).contains($0) } ?? true
  }
}

extension [GiftID] {
  fileprivate var isRising: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
