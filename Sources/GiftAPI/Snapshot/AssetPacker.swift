import GiftDomain
import GiftStore
import NIOCore

/// Packs the bytes of many animations into few buffers: NIO rounds each buffer's capacity up to a
/// power of two, which would add about half for animations of 20 kB.
///
/// A buffer lives as long as any of its animations, so memory may stay at its initial size;
/// animations edited later get their own buffers.
struct AssetPacker {
  /// The size of a buffer in bytes: a power of two.
  private static let bufferBytes = 1 << 20

  private var packed: [ServedAsset] = []
  private var waiting: [StoredAsset] = []
  private var waitingBytes = 0

  /// Adds one more animation.
  mutating func add(_ asset: StoredAsset) {
    if waitingBytes + asset.bodies.byteCount > Self.bufferBytes { pack() }
    waiting.append(asset)
    waitingBytes += asset.bodies.byteCount
  }

  /// Returns all added animations.
  mutating func finish() -> [ServedAsset] {
    pack()
    return packed
  }

  private mutating func pack() {
    var buffer = ByteBuffer()
    buffer.reserveCapacity(waitingBytes)
    for asset in waiting {
      for coding in ContentCoding.allCases { buffer.writeBytes(asset.bodies[coding] ?? []) }
    }
    for asset in waiting {
      packed.append(ServedAsset(asset.digest, body: CodedBody(of: asset, next: &buffer)))
    }
    waiting.removeAll(keepingCapacity: true)
    waitingBytes = 0
  }
}

extension CodedBody {
  /// Reads the asset's codings from a buffer, one after the other.
  fileprivate init(of asset: StoredAsset, next buffer: inout ByteBuffer) {
    var bodies: [ContentCoding: ByteBuffer] = [:]
    for coding in ContentCoding.allCases {
      guard let count = asset.bodies[coding]?.count else { continue }
      guard let body = buffer.readSlice(length: count) else {
        preconditionFailure("a buffer without all that was put into it")
      }
      bodies[coding] = body
    }
    self.init(bodies)
  }
}
