internal import Glibc
package import SystemPackage

/// A lock that one process at a time holds, until it releases it or ends in any way; see flock(2).
package final class FileLock: Sendable {
  private let file: FileDescriptor

  /// Takes the lock of a file, which is created if missing and kept; nil if another process holds
  /// it.
  ///
  /// Throws `notOurs` for a file of another user, who could hold its lock for ever.
  package static func take(_ path: FilePath) throws(DiskError) -> FileLock? {
    do {
      let file = try FileDescriptor.open(
        path, .readWrite, options: [.create, .noFollow, .closeOnExec],
        permissions: .ownerReadWrite)
      let lock = FileLock(file)
      guard try file.stat().isWritable(onlyBy: [.own]) else { throw DiskError.notOurs }
      guard flock(file.rawValue, LOCK_EX | LOCK_NB) != 0 else { return lock }
      let error = Errno(rawValue: errno)
      guard error == .wouldBlock else { throw error }
      return nil
    } catch {
      throw DiskError(error)
    }
  }

  private init(_ file: FileDescriptor) { self.file = file }

  deinit {
    // Whatever the error for an empty file, it is closed, and the lock released.
    try? file.close()
  }
}
