// Console owns what a command has to know of the person in front of it: how large their terminal
// is, and what their clock shows. It must not know what is printed.

internal import CLibLinux
package import SystemPackage

/// How much a terminal shows.
package struct TerminalSize: Hashable, Sendable {
  /// Characters in a line, at least 1.
  package let columns: Int
  /// Lines, at least 1.
  package let lines: Int

  /// The size of the terminal that is open there; nil for anything else, and for a terminal that
  /// does not know its size.
  package init?(of file: FileDescriptor) {
    let size = linux_terminal_size(file.rawValue)
    guard size >> 16 > 0, size & 0xFFFF > 0 else { return nil }
    columns = Int(size >> 16)
    lines = Int(size & 0xFFFF)
  }
}
