package import GiftDomain
import GiftStore
import Hashing
package import NIOCore

/// What is served, as a file keeps it, so that a server that starts while the database is away has
/// something to answer with.
///
/// ```
///   GIFTSNAP  version  length of the file │ rows, zones, rotations │ animations │ SHA-256 of all
///   8 bytes   4        8                  │                        │            │ 32
/// ```
///
/// Numbers are big-endian; what has no fixed length comes behind its length.
package struct SnapshotFile: Sendable {
  /// The most bytes of a file: it is read into memory as a whole.
  package static let maxBytes = 2 << 30
  /// What every file begins with.
  static let magic = Array("GIFTSNAP".utf8)
  /// The version of the format; files of another one are not read.
  static let version: UInt32 = 3
  /// The bytes before the rows.
  static let headBytes = magic.count + 4 + 8

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
  /// All between the head and the digest.
  private let parts: [ByteBuffer]

  /// Throws what could not be read again.
  init(_ kept: KeptCatalogue) throws(SnapshotFileError) {
    change = kept.position.change
    let coder = SnapshotCoder()
    _ = try coder.rows(kept)
    _ = try coder.count(kept.assets.count)
    // Animations are handed over as they are, as they may be many.
    parts =
      [coder.written]
      + kept.assets.sorted { $0.hex < $1.hex }.flatMap { asset in
        [ByteBuffer(bytes: asset.digest.bytes)]
          + [asset.body.identity, asset.body.gzip, asset.body.brotli].flatMap { body in
            [ByteBuffer(integer: UInt32(clamping: body?.readableBytes ?? 0)), body ?? ByteBuffer()]
          }
      }
    byteCount = parts.reduce(Self.headBytes + sha256ByteCount) { $0 + $1.readableBytes }
  }

  /// Hands the file's bytes over, part by part in order; throws what `part` throws.
  package func write<Failure>(_ part: (ByteBuffer) throws(Failure) -> Void) throws(Failure) {
    let digest = SHA256Stream()
    var head = ByteBuffer(bytes: Self.magic)
    head.writeInteger(Self.version)
    head.writeInteger(UInt64(byteCount))
    for buffer in [head] + parts {
      digest.add(Array(buffer: buffer).span)
      try part(buffer)
    }
    try part(ByteBuffer(bytes: digest.finish()))
  }
}

/// What a file keeps of the catalogue.
struct KeptCatalogue: Sendable {
  /// The rows; what rotations bring is computed anew.
  let view: CatalogueView
  let position: HistoryPosition
  /// By how much the database's clock was ahead of this host's, in microseconds.
  let clockOffset: Int64
  /// All that is live or comes soon.
  let assets: [ServedAsset]
}
