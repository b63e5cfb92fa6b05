internal import Glibc
package import SystemPackage

/// Reads a file as a whole.
package enum WholeFile {
  /// Why it was not read.
  package enum Failure: Error, Hashable, Sendable {
    /// It is a folder, a device, a pipe or a link.
    case notAFile
    /// It has this many bytes, more than may be read.
    case tooLong(Int64)
    /// The system's error.
    case system(Errno)
  }

  /// The file's bytes, at most `maxBytes`; nil if there is no file with that name.
  ///
  /// Blocks. A link is not followed.
  package static func read(_ path: FilePath, maxBytes: Int) throws(Failure) -> [UInt8]? {
    do {
      // Opening a pipe would block.
      let file = try FileDescriptor.open(
        path, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
      return try file.closeAfter { try bytes(of: file, maxBytes: maxBytes) }
    } catch Errno.noSuchFileOrDirectory {
      return nil
    } catch Errno.tooManySymbolicLinkLevels {
      throw .notAFile
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .system((error as? Errno) ?? .ioError)
    }
  }

  private static func bytes(of file: FileDescriptor, maxBytes: Int) throws -> [UInt8] {
    let stat = try file.stat()
    guard stat.type == .regular else { throw Failure.notAFile }
    guard stat.size <= maxBytes else { throw Failure.tooLong(stat.size) }
    // Safe: reads go into the buffer that `bytes` provides.
    return try unsafe file.bytes(count: Int(stat.size)) { buffer, _ in
      try unsafe file.read(into: buffer)
    }
  }
}

extension FileDescriptor {
  /// At most `count` bytes, fewer at the end of the file: `read` fills the rest of a buffer, given
  /// the number already there, until it finds no more.
  func bytes(
    count: Int, _ read: (UnsafeMutableRawBufferPointer, Int) throws -> Int
  ) rethrows -> [UInt8] {
    // Safe: the buffer has the stated length, and `read` has written as many bytes as it returns.
    try unsafe Array(unsafeUninitializedCapacity: count) { buffer, done in
      while done < buffer.count {
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[done...])
        let found = try unsafe read(UnsafeMutableRawBufferPointer(rest), done)
        if found == 0 { break }
        done += found
      }
    }
  }
}
