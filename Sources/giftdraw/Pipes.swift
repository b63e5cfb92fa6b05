import DrawProtocol
import Glibc

/// Standard input, a socket, and standard output, a pipe: all of it or the end.
enum Pipes {
  /// The next message; nil at the end of the input.
  static func message<Message: DrawMessage>() throws(DrawMessageFault) -> Message? {
    guard let bytes = read(Message.byteCount) else { return nil }
    return try Message(bytes: bytes)
  }

  /// The next bytes; nil if the input ends before.
  static func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      // Safe: what is left of the buffer is written at most, and it outlives the call.
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
        return unsafe Glibc.read(STDIN_FILENO, rest.baseAddress, rest.count)
      }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return nil }
      done += got
    }
    return bytes
  }

  static func write(_ message: some DrawMessage) { write(message.bytes) }

  /// Ends the process if nobody reads.
  static func write(_ bytes: [UInt8]) {
    var done = 0
    while done < bytes.count {
      // Safe: the buffer is only read, and it outlives the call.
      let got = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        return unsafe Glibc.write(STDOUT_FILENO, rest.baseAddress, rest.count)
      }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { _exit(0) }
      done += got
    }
  }
}
