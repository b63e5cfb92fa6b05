internal import Dispatch
internal import Glibc
internal import SystemPackage

/// Where giftdraw reads.
///
/// It is a socket. A process that writes to a pipe without a reader gets SIGPIPE, and could only
/// ignore it everywhere; writing to a socket can do without (send(2), MSG_NOSIGNAL).
struct InputSocket: Sendable {
  /// Our end; `close` closes it.
  private let ours: FileDescriptor
  /// The end of the process.
  let theirs: FileDescriptor
  /// Sending blocks, and so happens on a thread of its own.
  private let queue = DispatchQueue(label: "giftdraw's input")

  /// Throws the system's error if there are too many open files.
  init() throws(Errno) {
    var ends: [CInt] = [-1, -1]
    // Safe: two numbers are written, which is what the array has. Another process that is started
    // meanwhile inherits neither end.
    let result = unsafe socketpair(
      AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    guard result == 0 else { throw Errno(rawValue: errno) }
    ours = FileDescriptor(rawValue: ends[0])
    theirs = FileDescriptor(rawValue: ends[1])
  }

  /// Sends all bytes, or as many as are read before the process dies.
  func send(_ bytes: [UInt8]) async {
    await withCheckedContinuation { continuation in
      queue.async {
        sendAll(bytes)
        continuation.resume()
      }
    }
  }

  /// Ends the process's input.
  func finish() { shutdown(ours.rawValue, CInt(SHUT_WR)) }

  /// Closes our end.
  func close() {
    // There is nothing to be done about an error, and the number is free in any case (close(2)).
    try? ours.close()
  }

  private func sendAll(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // Safe: the bytes are only read, and outlive the call.
      let sent = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(ours.rawValue, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      if sent < 0, errno == EINTR { continue }
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
  }
}
