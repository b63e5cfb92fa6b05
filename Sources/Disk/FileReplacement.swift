// Disk owns files that are whole or not there, also when the machine loses its power meanwhile, and
// that one process at a time writes. It must not know what is in them.

internal import Glibc
package import SystemPackage

/// Puts a new file in the place of another one: whoever reads finds the one or the other.
package enum FileReplacement {
  /// Hands a file of another name in the same folder to `body`, to be written, and gives it the
  /// name once its bytes are on the disk; returns when the name is there, too.
  ///
  /// Its owner alone may read and write it. Blocks. Of several who replace one file at once, one
  /// must not begin before another has ended: `FileLock`. Throws `Errno`, and what `body` throws;
  /// then the file is as it was.
  package static func replace(_ path: FilePath, _ body: (FileDescriptor) throws -> Void) throws {
    // The same name each time, so that nothing is left behind but once.
    let unfinished = FilePath(path.string + ".part")
    // What a process left that was killed, or what somebody else has put there.
    guard unsafe unlink(unfinished.string) == 0 || errno == ENOENT else {
      throw Errno(rawValue: errno)
    }
    let file = try FileDescriptor.open(
      unfinished, .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
      permissions: .ownerReadWrite)
    try file.closeAfter {
      try body(file)
      try file.flush()
    }
    // Safe: both strings end with NUL, and live during the call.
    guard unsafe rename(unfinished.string, path.string) == 0 else { throw Errno(rawValue: errno) }
    let parent = path.removingLastComponent()
    try flush(folder: parent.isEmpty ? "." : parent)
  }

  /// Returns when the names in a folder are on the disk; throws `Errno`.
  package static func flush(folder: FilePath) throws {
    let folder = try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
    try folder.closeAfter { try folder.flush() }
  }
}

extension FileDescriptor {
  /// Returns when what was written is on the disk; see fsync(2).
  package func flush() throws(Errno) {
    guard fsync(rawValue) != 0 else { return }
    let error = Errno(rawValue: errno)
    // A file system without anything to flush says so this way.
    if error != .invalidArgument { throw error }
  }
}
