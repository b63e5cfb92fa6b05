// Console owns a command's knowledge of its user: the size of the terminal, and the time zone of
// the clock. It must not know what is printed.

internal import CLibLinux
package import SystemPackage

/// The size of a terminal.
package struct TerminalSize: Hashable, Sendable {
  /// Characters in a line, at least 1.
  package let columns: Int
  /// Lines, at least 1.
  package let lines: Int

  /// The size of the terminal of a descriptor; nil for anything else, and for a terminal that does
  /// not report its size.
  package init?(of file: FileDescriptor) {
    let size = linux_terminal_size(file.rawValue)
    guard size >> 16 > 0, size & 0xFFFF > 0 else { return nil }
    columns = Int(size >> 16)
    lines = Int(size & 0xFFFF)
  }
}
