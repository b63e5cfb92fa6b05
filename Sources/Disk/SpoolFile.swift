internal import Glibc
package import SystemPackage

/// Bytes on disk that would be too many in memory: an unnamed file, which is gone when its process
/// ends in any way.
package final class SpoolFile: Sendable {
  private let file: FileDescriptor

  /// An empty file on the disk of `folder`; throws `Errno`.
  package init(in folder: FilePath) throws {
    let path = folder.appending(".spool-\(getpid())-\(UInt64.random(in: .min ... .max))")
    file = try FileDescriptor.open(
      path, .readWrite, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
      permissions: .ownerReadWrite)
    // Safe: the string ends with NUL, and lives during the call.
    guard unsafe unlink(path.string) == 0 else { throw Errno(rawValue: errno) }
  }

  // An error here cannot be handled.
  deinit { try? file.close() }

  /// Appends bytes, for one caller at a time; throws `Errno`.
  package func append(_ bytes: some Sequence<UInt8>) throws { _ = try file.writeAll(bytes) }

  /// The bytes in a range of offsets; throws `Errno`.
  package func bytes(in range: Range<Int64>) throws -> [UInt8] {
    try file.bytes(at: range.lowerBound, count: range.count)
  }
}
