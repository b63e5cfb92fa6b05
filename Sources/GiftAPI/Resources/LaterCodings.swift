import Compression
import NIOCore
import Synchronization

/// The codings of a document that are made after its gzip: brotli, which takes a second per
/// megabyte, and none at all, if hardly anybody requests that.
final class LaterCodings: Sendable {
  /// The document's length.
  let byteCount: Int
  private let write: @Sendable () -> ByteBuffer
  private let plainBody = Mutex<ByteBuffer?>(nil)
  private let brotliBody = AtomicLazyReference<BrotliBody>()

  private final class BrotliBody: Sendable {
    /// Nil if it would be no shorter than gzip.
    let bytes: ByteBuffer?

    init(_ bytes: ByteBuffer?) { self.bytes = bytes }
  }

  /// Those of a document of `byteCount` bytes, which `write` writes; `hasBrotli`: whether it is to
  /// be coded with brotli.
  init(byteCount: Int, hasBrotli: Bool, write: @escaping @Sendable () -> ByteBuffer) {
    self.byteCount = byteCount
    self.write = write
    if !hasBrotli { _ = brotliBody.storeIfNil(BrotliBody(nil)) }
  }

  /// The document as it is, kept from now on; of several who read it at once, one makes it, and the
  /// others wait.
  var plain: ByteBuffer {
    plainBody.withLock { body in
      if let body { return body }
      let bytes = write()
      body = bytes
      return bytes
    }
  }

  /// The document in brotli; nil if it is not coded, or not yet.
  var brotli: ByteBuffer? { brotliBody.load()?.bytes }

  /// Whether it is still to be coded with brotli.
  var awaitsBrotli: Bool { brotliBody.load() == nil }

  /// Codes the document with brotli, which is kept if it is shorter than `gzip`.
  @concurrent
  func codeWithBrotli(against gzip: ByteBuffer) async {
    let coded = Compression.brotli(Array(write().readableBytesView))
    let isShorter = coded.count < gzip.readableBytes
    _ = brotliBody.storeIfNil(BrotliBody(isShorter ? ByteBuffer(bytes: coded) : nil))
  }

  /// How many bytes of these codings are in memory.
  var heldByteCount: Int {
    plainBody.withLock { $0?.readableBytes ?? 0 } + (brotli?.readableBytes ?? 0)
  }
}
