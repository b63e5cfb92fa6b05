import GiftDomain
import GiftStore
import NIOCore

/// Packs the bytes of many assets into few buffers: NIO rounds each buffer's capacity up to a
/// power of two, which would add about half for animations of 20 kB.
///
/// A buffer lives as long as any of its assets, so memory may stay at its initial size; those
/// edited later get their own buffers. One packer packs one kind, because pictures may be drawn
/// again, all at once, while their animations stay.
struct AssetPacker {
  /// The size of a buffer in bytes: a power of two.
  private static let bufferBytes = 1 << 20

  private let kind: AssetKind
  private var packed: [ServedAsset] = []
  private var waiting: [StoredAsset] = []
  private var waitingBytes = 0

  init(_ kind: AssetKind) { self.kind = kind }

  /// Adds one more asset, which fits the kind.
  mutating func add(_ asset: StoredAsset) {
    if waitingBytes + asset.bodies.byteCount > Self.bufferBytes { pack() }
    waiting.append(asset)
    waitingBytes += asset.bodies.byteCount
  }

  /// Returns all added assets.
  mutating func finish() -> [ServedAsset] {
    pack()
    return packed
  }

  private mutating func pack() {
    var buffer = ByteBuffer()
    buffer.reserveCapacity(waitingBytes)
    for asset in waiting {
      for coding in kind.codings { buffer.writeBytes(asset.bodies[coding] ?? []) }
    }
    for asset in waiting {
      let name = AssetName(kind: kind, digest: asset.digest)
      packed.append(ServedAsset(name, body: CodedBody(of: asset, as: kind, next: &buffer)))
    }
    waiting.removeAll(keepingCapacity: true)
    waitingBytes = 0
  }
}

extension CodedBody {
  /// Reads the asset's codings from a buffer, one after the other.
  fileprivate init(of asset: StoredAsset, as kind: AssetKind, next buffer: inout ByteBuffer) {
    var bodies: [ContentCoding: ByteBuffer] = [:]
    for coding in kind.codings {
      guard let count = asset.bodies[coding]?.count else { continue }
      guard let body = buffer.readSlice(length: count) else {
        preconditionFailure("a buffer without all that was put into it")
      }
      bodies[coding] = body
    }
    self.init(bodies)
  }
}
