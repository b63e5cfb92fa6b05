internal import CLibLinux
internal import Glibc
package import NIOCore

/// Bytes in an unnamed memory file (memfd_create(2)), which the system sends to sockets without
/// copying them each time.
package final class BodyFile: Sendable {
  let descriptor: CInt
  let byteCount: Int

  /// A file with these bytes; nil if the system cannot make one.
  package init?(_ bytes: ByteBuffer) {
    byteCount = bytes.readableBytes
    // Safe: the name is only read.
    descriptor = unsafe linux_memfd_create("body")
    guard descriptor >= 0 else { return nil }
    // Safe: the bytes outlive the call, and are only read; memory takes all of them or fails.
    let written = unsafe bytes.withUnsafeReadableBytes { bytes in
      unsafe write(descriptor, bytes.baseAddress, bytes.count)
    }
    // The file is private, and closed with its object.
    if written != byteCount { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}

extension DirectSocket {
  /// Sends as much of `head` and then of the file as the system takes, and returns the number of
  /// bytes, like `send` of two buffers.
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
