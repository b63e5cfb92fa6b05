import Compression
import GiftDomain
import NIOCore
import Synchronization

/// The codings of a document that are made after its gzip: brotli, which takes half a second per
/// megabyte, and none at all, if hardly anybody requests that.
final class LaterCodings: Sendable {
  /// The document's length.
  let byteCount: Int
  private let write: @Sendable () -> ByteBuffer
  private let gate = Mutex(())
  private let plainBody = AtomicLazyReference<Body>()
  private let brotliBody = AtomicLazyReference<Body>()
  private let isSettled: Atomic<Bool>

  private final class Body: Sendable {
    let bytes: ByteBuffer

    init(_ bytes: ByteBuffer) { self.bytes = bytes }
  }

  /// Those of a document of `byteCount` bytes, which `write` writes; `hasBrotli`: whether it is to
  /// be coded with brotli.
  init(byteCount: Int, hasBrotli: Bool, write: @escaping @Sendable () -> ByteBuffer) {
    self.byteCount = byteCount
    self.write = write
    isSettled = Atomic(!hasBrotli)
  }

  /// The document in a coding; nil if it is not made, or not yet.
  subscript(coding: ContentCoding) -> ByteBuffer? {
    switch coding {
    case .identity: plainBody.load()?.bytes
    case .brotli: brotliBody.load()?.bytes
    case .gzip: nil
    }
  }

  /// The document as it is, kept from now on; of several who need it at once, one makes it, and the
  /// others wait.
  var plain: ByteBuffer {
    gate.withLock { _ in
      if let plain = self[.identity] { return plain }
      let plain = write()
      _ = plainBody.storeIfNil(Body(plain))
      return plain
    }
  }

  /// Whether it may still get brotli.
  var awaitsBrotli: Bool { !isSettled.load(ordering: .acquiring) }

  /// Ends the wait for brotli, whether it was made or not.
  func settle() { isSettled.store(true, ordering: .releasing) }

  /// Codes the document with brotli, which is kept if it is shorter than `gzip`.
  func codeWithBrotli(against gzip: ByteBuffer) {
    let coded = Compression.brotli(Array(write().readableBytesView))
    if coded.count < gzip.readableBytes {
      _ = brotliBody.storeIfNil(Body(ByteBuffer(bytes: coded)))
    }
  }
}
