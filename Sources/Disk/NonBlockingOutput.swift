internal import Glibc
import Synchronization
package import SystemPackage

/// Writes lines to a descriptor whose reader may be slow: lines that cannot be written at once are
/// dropped, so that writers never wait.
package final class NonBlockingOutput: Sendable {
  /// Up to this many bytes, a pipe takes all or none (`PIPE_BUF`; pipe(7), of Linux).
  private static let wholeBytes = 4_096

  private let descriptor: FileDescriptor
  private let lost = Mutex(0)

  /// Writes to a descriptor, which stays open.
  package init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  /// Writes a line, preceded, if lines were dropped, by the line that `losses` makes from their
  /// number.
  package func write(_ line: String, losses: (Int) -> String) {
    lost.withLock { lost in
      if lost > 0, isWritten(losses(lost)) { lost = 0 }
      if lost > 0 || !isWritten(line) { lost += 1 }
    }
  }

  /// Whether a line was written completely.
  private func isWritten(_ line: String) -> Bool {
    var rest = Array("\(line)\n".utf8)[...]
    while !rest.isEmpty {
      guard takesMore else { return false }
      do {
        try descriptor.writeAll(rest.prefix(Self.wholeBytes))
        rest = rest.dropFirst(Self.wholeBytes)
      } catch {
        // The reader is gone, and there is nowhere else to report it.
        return false
      }
    }
    return true
  }

  /// Whether it takes `wholeBytes` without blocking; see poll(2).
  private var takesMore: Bool {
    var polled = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
    // Safe: one entry, which lives during the call.
    return unsafe poll(&polled, 1, 0) == 1
  }
}
