internal import Glibc
package import SystemPackage

/// A file that a user has named for a result: the folder that it is or will be in, its name there,
/// and what has that name.
package struct ResultFile: Sendable {
  /// Of the temporary file, whose name must not become too long for the system.
  private static let prefix = ".gift-"

  private let folder: Folder
  private let name: String
  private let old: Stat?

  /// Finds the file; a link leads to the file to be replaced, if there is one, as far as the system
  /// allows.
  ///
  /// Throws `DiskError`; `notOurs` for a link or a file that another user has put into a shared
  /// folder, and `system(.noSuchFileOrDirectory)` for a link to nothing.
  package init(_ path: FilePath) throws(DiskError) {
    do {
      let found = try ResultFile(entry: path)
      guard found.old?.type == .symbolicLink else {
        self = found
        return
      }
      let link = try Folder.open(path, 0)
      self = try link.closeAfter {
        let target = try link.stat()
        guard target.type == .regular else { throw DiskError.notAFile(target.type) }
        let file = try ResultFile(entry: link.path())
        guard file.old?.inode == target.inode, file.old?.deviceID == target.deviceID else {
          throw Errno.noSuchFileOrDirectory
        }
        return file
      }
    } catch {
      throw DiskError(error)
    }
  }

  /// What has the name itself.
  private init(entry path: FilePath) throws {
    guard let (parent, name) = Folder.holding(path) else { throw Errno.isDirectory }
    folder = try Folder(parent)
    self.name = name
    old = try folder.stat(of: name)
    guard let old else { return }
    guard try !old.isPlanted(in: folder.stat(), for: .own) else { throw DiskError.notOurs }
    guard old.type == .regular || old.type == .symbolicLink else {
      throw DiskError.notAFile(old.type)
    }
  }

  /// Replaces the file once the bytes are on disk; its permissions stay.
  ///
  /// Throws `DiskError`; then the file is as before.
  package func write(_ bytes: [UInt8]) throws(DiskError) {
    let unfinished = Self.prefix + String(UInt64.random(in: .min ... .max), radix: 36)
    do {
      try folder.replace(
        name, through: unfinished,
        // A new file gets what the user's umask leaves.
        permissions: old == nil ? FilePermissions(rawValue: 0o666) : .ownerReadWrite
      ) { file in
        _ = try file.writeAll(bytes)
        guard let permissions = old?.permissions.rawValue else { return }
        guard fchmod(file.rawValue, permissions & 0o777) == 0 else { throw Errno(rawValue: errno) }
      }
    } catch {
      throw DiskError(error)
    }
  }
}

extension FileDescriptor {
  /// The path of what it refers to, without links, as proc(5) has it; throws `Errno`.
  fileprivate func path() throws(Errno) -> FilePath {
    let link = "/proc/self/fd/\(rawValue)"
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      // Safe: at most as many bytes are written as the buffer has.
      count = unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
        guard let start = buffer.baseAddress else { return 0 }
        return max(0, unsafe readlink(link, start, buffer.count))
      }
    }
    guard !bytes.isEmpty else { throw .noSuchFileOrDirectory }
    return FilePath(String(decoding: bytes, as: UTF8.self))
  }
}
