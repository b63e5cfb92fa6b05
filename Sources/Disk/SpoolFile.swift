internal import Glibc
package import SystemPackage

/// Bytes on a disk that would be too many in memory: a file without a name, which is gone with its
/// process however that ends.
package final class SpoolFile: Sendable {
  private let file: FileDescriptor

  /// An empty one on the disk of `folder`; throws `Errno`.
  package init(in folder: FilePath) throws {
    let path = folder.appending(".spool-\(getpid())-\(UInt64.random(in: .min ... .max))")
    file = try FileDescriptor.open(
      path, .readWrite, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
      permissions: .ownerReadWrite)
    // Safe: the string ends with NUL, and lives during the call.
    guard unsafe unlink(path.string) == 0 else { throw Errno(rawValue: errno) }
  }

  // Nobody could do anything about an error.
  deinit { try? file.close() }

  /// Adds bytes at its end, for one caller at a time; throws `Errno`.
  package func append(_ bytes: some Sequence<UInt8>) throws { _ = try file.writeAll(bytes) }

  /// The bytes at some offsets; throws `Errno`.
  package func bytes(in range: Range<Int64>) throws -> [UInt8] {
    // Safe: what is read goes into the buffer that `bytes` hands out.
    try unsafe file.bytes(count: range.count) { buffer, done in
      try unsafe file.read(fromAbsoluteOffset: range.lowerBound + Int64(done), into: buffer)
    }
  }
}
