internal import CLibLinux
internal import Glibc
package import NIOCore

/// Bytes in a file without a name, in memory (memfd_create(2)): the system sends them to a socket
/// without copying them each time.
package final class BodyFile: Sendable {
  let descriptor: CInt
  let byteCount: Int

  /// A file with these bytes; nil when the system has none to give.
  package init?(_ bytes: ByteBuffer) {
    byteCount = bytes.readableBytes
    // Safe: the name is only read.
    descriptor = unsafe linux_memfd_create("body")
    guard descriptor >= 0 else { return nil }
    // Safe: the bytes outlive the call, and are only read; memory takes all of them or fails.
    let written = unsafe bytes.withUnsafeReadableBytes { bytes in
      unsafe write(descriptor, bytes.baseAddress, bytes.count)
    }
    // Nobody gets to see a file that is closed with its object.
    if written != byteCount { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}

extension DirectSocket {
  /// Hands over what the system takes of `head` and of the file after it, and returns how many
  /// bytes that were, as `send` of two buffers does.
  package func send(_ head: ByteBuffer, _ body: BodyFile) -> Int {
    // Safe: the bytes outlive the call, and are only read.
    let sent = unsafe head.withUnsafeReadableBytes { head in
      unsafe Glibc.send(descriptor, head.baseAddress, head.count, Self.options | CInt(MSG_MORE))
    }
    guard sent == head.readableBytes else { return max(sent, 0) }
    var offset: off_t = 0
    // Safe: the number outlives the call.
    let count = unsafe sendfile(descriptor, body.descriptor, &offset, body.byteCount)
    return sent + max(count, 0)
  }
}
