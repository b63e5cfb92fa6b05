// Sockets owns sending to a socket past its channel. It must not know what the bytes are.

internal import Glibc
package import NIOCore

/// The socket of a channel, for sending bytes without the channel's queue.
///
/// Only for use on its loop, and while the channel is active: after that the system may have given
/// the number to another connection.
package struct DirectSocket {
  let descriptor: NIOBSDSocket.Handle

  /// Nil for a closed channel, or one without a socket.
  package init?(of channel: any Channel) {
    do {
      let handle = try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
        of: NIOBSDSocket.Handle.self
      ) { $0 }
      guard let handle else { return nil }
      descriptor = handle
    } catch {
      return nil
    }
  }

  /// Sends as much of the readable bytes of both, in order, as the system takes, and returns the
  /// number of bytes; never blocks.
  ///
  /// 0 if it takes none, and for every error, which the channel gets when it writes.
  package func send(_ head: ByteBuffer, _ body: ByteBuffer?) -> Int {
    // Safe: neither pointer outlives its closure, and the system only reads.
    let count = unsafe head.withUnsafeReadableBytes { head in
      guard let body, body.readableBytes > 0 else {
        return unsafe Glibc.send(descriptor, head.baseAddress, head.count, Self.options)
      }
      return unsafe body.withUnsafeReadableBytes { body in
        var parts = unsafe (Self.part(head), Self.part(body))
        return unsafe withUnsafeMutablePointer(to: &parts) { parts in
          unsafe parts.withMemoryRebound(to: iovec.self, capacity: 2) { parts in
            var message = unsafe msghdr()
            unsafe message.msg_iov = parts
            unsafe message.msg_iovlen = 2
            return unsafe sendmsg(descriptor, &message, Self.options)
          }
        }
      }
    }
    return max(count, 0)
  }

  /// The number of sent bytes that the peer has not acknowledged; 0 if unknown.
  package var untakenBytes: Int {
    var count: CInt = 0
    // Safe: the system writes one number (SIOCOUTQ of tcp(7)).
    let result = unsafe withUnsafeMutablePointer(to: &count) { count in
      unsafe ioctl(descriptor, UInt(TIOCOUTQ), count)
    }
    return result == 0 ? Int(count) : 0
  }

  static let options = CInt(MSG_NOSIGNAL | MSG_DONTWAIT)

  private static func part(_ bytes: UnsafeRawBufferPointer) -> iovec {
    unsafe iovec(
      iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
  }
}
