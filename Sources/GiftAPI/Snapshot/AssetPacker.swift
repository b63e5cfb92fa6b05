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
    if waitingBytes + asset.byteCount > Self.bufferBytes { pack() }
    waiting.append(asset)
    waitingBytes += asset.byteCount
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
      for part in [asset.identity, asset.gzip, asset.brotli] {
        if let part { buffer.writeBytes(part) }
      }
    }
    for asset in waiting {
      packed.append(ServedAsset(asset.digest, body: CodedBody(of: asset, next: &buffer)))
    }
    waiting.removeAll(keepingCapacity: true)
    waitingBytes = 0
  }
}

extension StoredAsset {
  /// In all codings.
  fileprivate var byteCount: Int {
    identity.count + (gzip?.count ?? 0) + (brotli?.count ?? 0)
  }
}

extension CodedBody {
  /// The next bytes of a buffer that has those of the asset, one coding behind the other.
  fileprivate init(of asset: StoredAsset, next buffer: inout ByteBuffer) {
    let take = { (buffer: inout ByteBuffer, count: Int) in
      guard let part = buffer.readSlice(length: count) else {
        preconditionFailure("a buffer without all that was put into it")
      }
      return part
    }
    let identity = take(&buffer, asset.identity.count)
    let gzip = asset.gzip.map { take(&buffer, $0.count) }
    let brotli = asset.brotli.map { take(&buffer, $0.count) }
    self.init(identity: identity, gzip: gzip, brotli: brotli)
  }
}
