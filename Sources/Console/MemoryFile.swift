internal import CLibLinux
internal import Glibc
package import SystemPackage

/// A file without a name, in memory, for another program to read.
package enum MemoryFile {
  /// A file that holds a text, to be read from its beginning and closed by the caller.
  ///
  /// Throws `Errno` where there is no memory for it (memfd_create(2)).
  package static func holding(_ text: String) throws -> FileDescriptor {
    // Safe: the name ends with NUL, and lives during the call.
    let number = unsafe linux_memfd_create("text")
    guard number >= 0 else { throw Errno(rawValue: errno) }
    let file = FileDescriptor(rawValue: number)
    do {
      _ = try file.writeAll(text.utf8)
      _ = try file.seek(offset: 0, from: .start)
      return file
    } catch {
      try file.close()
      throw error
    }
  }
}
