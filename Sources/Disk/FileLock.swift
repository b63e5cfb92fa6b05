internal import Glibc
package import SystemPackage

/// A lock that one process at a time has, until it gives it back or ends, however that ends; see
/// flock(2).
package final class FileLock: Sendable {
  private let file: FileDescriptor

  /// Takes the lock that a file stands for, which is made if it is not there and stays; nil when
  /// somebody else has it.
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
    // Whatever is said of a file without content, it is closed, and the lock with it.
    try? file.close()
  }
}
