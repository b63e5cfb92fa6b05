import SystemPackage

/// A regular file that is held open, to be read piece by piece.
package final class OpenFile: Sendable {
  private let file: FileDescriptor

  /// Takes over a file that was opened to be read.
  ///
  /// Throws `Errno`, and `DiskError.notAFile` for anything else.
  init(_ file: FileDescriptor) throws {
    // From here on, deinit closes it.
    self.file = file
    let type = try file.stat().type
    guard type == .regular else { throw DiskError.notAFile(type) }
  }

  // An error here cannot be handled.
  deinit { try? file.close() }

  /// At most `count` bytes from an offset on, fewer at the end of the file; throws `Errno`.
  package func bytes(at offset: Int64, count: Int) throws -> [UInt8] {
    try file.bytes(at: offset, count: count)
  }
}
