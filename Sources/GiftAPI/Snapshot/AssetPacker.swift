import GiftDomain
import GiftStore
import NIOCore

/// Puts the bytes of many animations into few buffers: NIO rounds the room of each buffer up to a
/// power of two, which would be half as much again for those of 20 kB.
///
/// A buffer is held as long as one of its animations is, so what is held can be as much as was when
/// it was filled; what is edited one by one later has buffers of its own.
struct AssetPacker {
  /// How many bytes are put into a buffer: a power of two.
  private static let bufferBytes = 1 << 20

  private var packed: [ServedAsset] = []
  private var waiting: [StoredAsset] = []
  private var waitingBytes = 0

  /// Takes one more.
  mutating func add(_ asset: StoredAsset) {
    if waitingBytes + asset.bodies.byteCount > Self.bufferBytes { pack() }
    waiting.append(asset)
    waitingBytes += asset.bodies.byteCount
  }

  /// All that was added.
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
  /// The next bytes of a buffer that has those of the asset, one coding after the other.
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
