// Disk owns files that are complete or missing, even after a power failure, and that one process at
// a time writes. It must not know their contents.

internal import Glibc
package import SystemPackage

/// Replaces a file atomically: readers find either the old or the new one.
package enum FileReplacement {
  /// Passes a temporary file in the same folder to `body`, to be written, and renames it once its
  /// bytes are on disk; returns when the name is on disk too.
  ///
  /// Only its owner may read and write it. Blocks. Concurrent replacements of one file must be
  /// serialised with `FileLock`. Throws `Errno`, and what `body` throws; then the file is as
  /// before.
  package static func replace(_ path: FilePath, _ body: (FileDescriptor) throws -> Void) throws {
    // The same name each time, so that at most one temporary file is left over.
    let unfinished = FilePath(path.string + ".part")
    // Left over by a killed process, or put there by something else.
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

  /// Returns when the names in a folder are on disk; throws `Errno`.
  package static func flush(folder: FilePath) throws {
    let folder = try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
    try folder.closeAfter { try folder.flush() }
  }
}

extension FileDescriptor {
  /// Returns when written data is on disk; see fsync(2).
  package func flush() throws(Errno) {
    guard fsync(rawValue) != 0 else { return }
    let error = Errno(rawValue: errno)
    // File systems without anything to flush return this.
    if error != .invalidArgument { throw error }
  }
}
