internal import Glibc
package import SystemPackage

/// A lock that one process at a time holds, until it releases it or ends in any way; see flock(2).
package final class FileLock: Sendable {
  private let file: FileDescriptor

  /// Takes the lock of a file, which is created if missing and kept; nil if another process holds
  /// it.
  package static func take(_ path: FilePath) throws -> FileLock? {
    let file = try FileDescriptor.open(
      path, .readWrite, options: [.create, .noFollow, .closeOnExec], permissions: .ownerReadWrite)
    guard flock(file.rawValue, LOCK_EX | LOCK_NB) != 0 else { return FileLock(file) }
    let error = Errno(rawValue: errno)
    try file.close()
    guard error == .wouldBlock else { throw error }
    return nil
  }

  private init(_ file: FileDescriptor) { self.file = file }

  deinit {
    // Whatever the error for an empty file, it is closed, and the lock released.
    try? file.close()
  }
}
