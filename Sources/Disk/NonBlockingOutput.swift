internal import Glibc
import Synchronization
package import SystemPackage

/// Lines to a descriptor that somebody else reads, or not: what it does not take at once is lost,
/// so that nobody who writes ever waits.
package final class NonBlockingOutput: Sendable {
  /// So many bytes a pipe takes whole or has no room for (`PIPE_BUF`; pipe(7), of Linux).
  private static let wholeBytes = 4_096

  private let descriptor: FileDescriptor
  private let lost = Mutex(0)

  /// Writes to a descriptor, which stays open.
  package init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  /// Writes a line; before it, if lines were lost, the one that `losses` makes of their number.
  package func write(_ line: String, losses: (Int) -> String) {
    lost.withLock { lost in
      if lost > 0, isWritten(losses(lost)) { lost = 0 }
      if lost > 0 || !isWritten(line) { lost += 1 }
    }
  }

  /// False for a line that was not taken, or not to its end.
  private func isWritten(_ line: String) -> Bool {
    var rest = Array("\(line)\n".utf8)[...]
    while !rest.isEmpty {
      guard takesMore else { return false }
      do {
        try descriptor.writeAll(rest.prefix(Self.wholeBytes))
        rest = rest.dropFirst(Self.wholeBytes)
      } catch {
        // Nobody reads any more, and there is no other place to say so.
        return false
      }
    }
    return true
  }

  /// Whether it takes `wholeBytes` without a wait; see poll(2).
  private var takesMore: Bool {
    var polled = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
    // Safe: one entry, which lives during the call.
    return unsafe poll(&polled, 1, 0) == 1
  }
}
