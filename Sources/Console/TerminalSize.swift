// Console owns a command's knowledge of its user: the terminal with its size and what it can show,
// and the time zone of the clock. It must not know what is printed.

internal import CLibLinux
package import SystemPackage

/// The size of a terminal.
package struct TerminalSize: Hashable, Sendable {
  /// Characters in a line, at least 1.
  package let columns: Int
  /// Lines, at least 1.
  package let lines: Int
  /// The pixels of a character; nil for a terminal that does not report them.
  let cell: CellSize?

  /// The size of a terminal of that many characters, each at least 1, whose pixels are unknown.
  package init(columns: Int, lines: Int) {
    self.columns = columns
    self.lines = lines
    cell = nil
  }

  /// The size of the terminal of a descriptor; nil for anything else, and for a terminal that does
  /// not report its size.
  package init?(of file: FileDescriptor) {
    let size = linux_terminal_size(file.rawValue)
    guard size >> 16 > 0, size & 0xFFFF > 0 else { return nil }
    columns = Int(size >> 16)
    lines = Int(size & 0xFFFF)
    let pixels = linux_terminal_pixels(file.rawValue)
    cell = CellSize(width: Int(pixels >> 16) / columns, height: Int(pixels & 0xFFFF) / lines)
  }
}

/// The pixels that a terminal has for a character.
struct CellSize: Hashable, Sendable {
  let width: Int
  let height: Int

  /// What is taken for the size of one that is unknown: characters are about twice as high as wide.
  static let usual = CellSize(usualWidth: 10)
  /// The sizes that are believed.
  private static let range = 2...128

  /// Nil for a size that no terminal has.
  init?(width: Int, height: Int) {
    guard Self.range.contains(width), Self.range.contains(height) else { return nil }
    self.width = width
    self.height = height
  }

  private init(usualWidth: Int) {
    width = usualWidth
    height = 2 * usualWidth
  }
}
