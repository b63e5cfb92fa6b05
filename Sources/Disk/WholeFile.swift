internal import Glibc
package import SystemPackage

/// Reads a file as a whole.
package enum WholeFile {
  /// Why it was not read.
  package enum Failure: Error, Hashable, Sendable {
    /// A folder, a device, a pipe or a link has its name.
    case notAFile
    /// It has so many bytes, more than may be read.
    case tooLong(Int64)
    /// What the system said.
    case system(Errno)
  }

  /// Its bytes, at most `maxBytes`; nil when there is no file of that name.
  ///
  /// Blocks. A link is not followed.
  package static func read(_ path: FilePath, maxBytes: Int) throws(Failure) -> [UInt8]? {
    do {
      // A pipe would be waited for.
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
    // Safe: what is read goes into the buffer that `bytes` hands out.
    return try unsafe file.bytes(count: Int(stat.size)) { buffer, _ in
      try unsafe file.read(into: buffer)
    }
  }
}

extension FileDescriptor {
  /// At most `count` bytes, fewer where the file ends: what `read` puts into the rest of a buffer,
  /// of which so many are there, as long as it finds some.
  func bytes(
    count: Int, _ read: (UnsafeMutableRawBufferPointer, Int) throws -> Int
  ) rethrows -> [UInt8] {
    // Safe: the buffer is as long as it says, and what `read` says was written is.
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
