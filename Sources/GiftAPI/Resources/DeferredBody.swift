import NIOCore
import Synchronization

/// A body that is made when it is first read, and kept from then on.
final class DeferredBody: Sendable {
  /// Its length.
  let byteCount: Int
  private let make: @Sendable () -> ByteBuffer
  private let made = Mutex<ByteBuffer?>(nil)

  /// A body of `byteCount` bytes, which `make` makes.
  init(byteCount: Int, _ make: @escaping @Sendable () -> ByteBuffer) {
    self.byteCount = byteCount
    self.make = make
  }

  /// The body; of several who read it at once, one makes it and the others wait.
  var bytes: ByteBuffer {
    made.withLock { made in
      if let made { return made }
      let bytes = make()
      made = bytes
      return bytes
    }
  }

  /// How many of its bytes are in memory: all or none.
  var heldByteCount: Int { made.withLock { $0?.readableBytes ?? 0 } }
}
