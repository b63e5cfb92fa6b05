// Disk owns files that are complete or missing, even after a power failure, that one process at a
// time writes, and that nobody else has put there. It must not know their contents.

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
    guard let (parent, name) = Folder.holding(path) else { throw Errno.isDirectory }
    let folder = try Folder(parent)
    // The same name each time, so that at most one temporary file is left over.
    let unfinished = name + ".part"
    // Left over by a killed process, or put there by something else.
    try folder.remove(unfinished)
    try folder.replace(name, through: unfinished, permissions: .ownerReadWrite, body)
    try folder.flush()
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
