internal import CLibLinux
internal import Glibc
package import SystemPackage

/// A folder that is held open: whatever its path leads to later, all happens in this one.
///
/// Names are relative to it. Links in it lead to other files in it, and never out of it.
package final class Folder: Sendable {
  /// `O_PATH` of open(2): enough to reach what is in a folder that cannot be listed.
  private static let pathOnly: Int32 = 0o10_000_000

  private let descriptor: FileDescriptor

  /// Opens the folder at a path; links in the path are followed, as far as the system allows.
  ///
  /// Throws `Errno`.
  package init(_ path: FilePath) throws(Errno) {
    descriptor = try Self.open(path, O_DIRECTORY)
  }

  // An error here cannot be handled.
  deinit { try? descriptor.close() }

  /// Makes a folder, which must not exist, and opens it.
  ///
  /// Throws `DiskError`; `notOurs` if somebody has put another one in its place.
  package static func make(
    _ path: FilePath, permissions: FilePermissions
  ) throws(DiskError) -> Folder {
    do {
      // Safe: the string ends with NUL, and lives during the call.
      guard unsafe mkdir(path.string, permissions.rawValue) == 0 else {
        throw Errno(rawValue: errno)
      }
      let folder = try Folder(path)
      guard try folder.stat().isWritable(onlyBy: [.own]) else { throw DiskError.notOurs }
      return folder
    } catch {
      throw DiskError(error)
    }
  }

  /// The path of the folder in which a path's last name is, and that name; nil if there is none.
  static func holding(_ path: FilePath) -> (folder: FilePath, name: String)? {
    guard let name = path.lastComponent, name.kind == .regular else { return nil }
    let folder = path.removingLastComponent()
    return (folder.isEmpty ? "." : folder, name.string)
  }

  /// What a path leads to, for looking at it alone; throws `Errno`.
  static func open(_ path: FilePath, _ flags: Int32) throws(Errno) -> FileDescriptor {
    // Safe: the string ends with NUL, and lives during the call.
    let number = unsafe openat(AT_FDCWD, path.string, pathOnly | O_CLOEXEC | flags)
    guard number >= 0 else { throw Errno(rawValue: errno) }
    return FileDescriptor(rawValue: number)
  }

  /// The facts of the folder itself; throws `Errno`.
  package func stat() throws(Errno) -> Stat { try descriptor.stat() }

  /// The facts of what has a name, links not followed; nil if nothing has it.
  ///
  /// Throws `Errno`.
  func stat(of name: String) throws(Errno) -> Stat? {
    do {
      return try FilePath(name).stat(relativeTo: descriptor, flags: .symlinkNoFollow)
    } catch .noSuchFileOrDirectory {
      return nil
    }
  }

  /// The bytes of a file, at most `maxBytes`; nil if there is none with that name.
  ///
  /// Blocks.
  package func read(_ name: FilePath, maxBytes: Int) throws(DiskError) -> [UInt8]? {
    do {
      // Opening a pipe would block.
      let file = try open(name, O_RDONLY | O_NONBLOCK)
      return try file.closeAfter { try file.wholeFile(maxBytes: maxBytes) }
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
      return nil
    } catch {
      throw DiskError(error)
    }
  }

  /// A file, to be read piece by piece; nil if there is none with that name.
  ///
  /// Blocks.
  package func open(_ name: FilePath) throws(DiskError) -> OpenFile? {
    do {
      // Opening a pipe would block.
      return try OpenFile(open(name, O_RDONLY | O_NONBLOCK))
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
      return nil
    } catch {
      throw DiskError(error)
    }
  }

  /// Makes a file, which must not exist, to be written and closed by the caller; throws `Errno`.
  package func create(
    _ name: FilePath, permissions: FilePermissions
  ) throws(Errno) -> FileDescriptor {
    try open(name, O_WRONLY | O_CREAT | O_EXCL, permissions)
  }

  /// Makes an empty file for its owner alone, unless a file has that name; throws `Errno`.
  package func mark(_ name: FilePath) throws {
    try open(name, O_WRONLY | O_CREAT | O_NOFOLLOW, .ownerReadWrite).close()
  }

  /// Makes a folder in this one, unless it exists; throws `Errno`.
  package func makeFolder(_ name: FilePath.Component) throws(Errno) {
    // Safe: the string ends with NUL, and lives during the call.
    guard unsafe mkdirat(descriptor.rawValue, name.string, 0o755) != 0 else { return }
    let error = Errno(rawValue: errno)
    if error != .fileExists { throw error }
  }

  /// Passes a new file to `body`, to be written, and gives it a name once its bytes are on disk.
  ///
  /// Until then it is called `unfinished`, which must not exist. Throws `Errno`, and what `body`
  /// throws; then the file with the name is as before.
  func replace(
    _ name: String, through unfinished: String, permissions: FilePermissions,
    _ body: (FileDescriptor) throws -> Void
  ) throws {
    let file = try create(FilePath(unfinished), permissions: permissions)
    do {
      try file.closeAfter {
        try body(file)
        try file.flush()
      }
      // Safe: both strings end with NUL, and live during the call.
      guard
        unsafe renameat(descriptor.rawValue, unfinished, descriptor.rawValue, name) == 0
      else { throw Errno(rawValue: errno) }
    } catch {
      // That it cannot be removed, either, would hide why it was not written.
      try? remove(unfinished)
      throw error
    }
  }

  /// Removes a file; throws `Errno`, but not if there is none.
  func remove(_ name: String) throws(Errno) {
    // Safe: the string ends with NUL, and lives during the call.
    guard unsafe unlinkat(descriptor.rawValue, name, 0) != 0 else { return }
    let error = Errno(rawValue: errno)
    if error != .noSuchFileOrDirectory { throw error }
  }

  /// Returns when the names in it are on disk; throws `Errno`.
  package func flush() throws {
    let folder = try open(".", O_RDONLY | O_DIRECTORY)
    try folder.closeAfter { try folder.flush() }
  }

  /// Returns when all files of its file system are on disk, and their names: one wait for many
  /// files; throws `Errno`.
  package func flushAll() throws {
    let folder = try open(".", O_RDONLY | O_DIRECTORY)
    try folder.closeAfter {
      guard linux_sync_file_system(folder.rawValue) == 0 else { throw Errno(rawValue: errno) }
    }
  }

  private func open(
    _ name: FilePath, _ flags: Int32, _ permissions: FilePermissions = []
  ) throws(Errno) -> FileDescriptor {
    // Safe: the string ends with NUL, and lives during the call.
    let number = unsafe linux_open_beneath(
      descriptor.rawValue, name.string, flags | O_CLOEXEC | O_NOCTTY, permissions.rawValue)
    guard number >= 0 else { throw Errno(rawValue: errno) }
    return FileDescriptor(rawValue: number)
  }
}
