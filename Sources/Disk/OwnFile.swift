internal import Glibc
package import SystemPackage

/// Opens a file that decides what a program does.
package enum OwnFile {
  /// The file, and its size of at most `maxBytes`; nil if there is no file with that name.
  ///
  /// Blocks. A link is not followed. Throws `notOurs` unless the file belongs to the user that this
  /// process acts as, and no other may write to it.
  package static func open(
    _ path: FilePath, maxBytes: Int
  ) throws(DiskError) -> (file: OpenFile, byteCount: Int)? {
    do {
      // Opening a pipe would block.
      let descriptor = try FileDescriptor.open(
        path, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
      let file = try OpenFile(descriptor)
      let stat = try descriptor.stat()
      guard stat.isWritable(onlyBy: [.own]) else { throw DiskError.notOurs }
      guard stat.size <= maxBytes else { throw DiskError.tooLong(stat.size) }
      return (file, Int(stat.size))
    } catch Errno.noSuchFileOrDirectory {
      return nil
    } catch Errno.tooManySymbolicLinkLevels {
      throw .notAFile(.symbolicLink)
    } catch {
      throw DiskError(error)
    }
  }
}

extension FileDescriptor {
  /// All bytes of a file that was opened to be read; throws `Errno` or `DiskError`.
  func wholeFile(maxBytes: Int) throws -> [UInt8] {
    let stat = try stat()
    guard stat.type == .regular else { throw DiskError.notAFile(stat.type) }
    guard stat.size <= maxBytes else { throw DiskError.tooLong(stat.size) }
    // Safe: reads go into the buffer that `bytes` provides.
    return try unsafe bytes(count: Int(stat.size)) { buffer, _ in
      try unsafe read(into: buffer)
    }
  }

  /// At most `count` bytes from an offset on, fewer at the end of the file; throws `Errno`.
  func bytes(at offset: Int64, count: Int) throws -> [UInt8] {
    // Safe: reads go into the buffer that `bytes` provides.
    try unsafe bytes(count: count) { buffer, done in
      try unsafe read(fromAbsoluteOffset: offset + Int64(done), into: buffer)
    }
  }

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
