import Disk
import FoundationEssentials
import Glibc
import SystemPackage

/// The paths of a cluster's parts, and the few file operations it needs.
struct ClusterFiles: Sendable {
  /// The name of the one database.
  static let database = "gifts"
  /// Only part of the socket's name; the server listens on no network.
  static let port = 5432

  let folder: String
  var data: String { folder + "/data" }
  var newData: String { folder + "/data.new" }
  var lock: String { folder + "/lock" }
  private static let readyName = "ready"
  var readyMarker: String { folder + "/" + Self.readyName }
  var versionFile: String { data + "/PG_VERSION" }
  var log: String { data + "/server.log" }

  /// `socket` in the folder, or, where that is too long for a Unix socket or has a character that
  /// libpq gives a meaning to, a short folder below `/tmp` named after a hash of the path.
  var socketFolder: String {
    isSocketInside
      ? insideSocketFolder : "/tmp/gift-catalogue-" + String(fnv1a(folder.utf8), radix: 16)
  }

  private var insideSocketFolder: String { folder + "/socket" }

  /// Whether the socket's folder is in the cluster's own, where nobody else can make one.
  var isSocketInside: Bool {
    let isPlain = insideSocketFolder.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0))
    }
    return isPlain && insideSocketFolder.utf8.count <= ClusterLimits.socketFolderBytes
  }

  /// These files, when the folder's path is one that `pg_ctl` can be given: it puts the path
  /// between double quotes for a shell.
  func checked() throws(ClusterError) -> ClusterFiles {
    guard folder.utf8.first == UInt8(ascii: "/") else {
      throw .folderNotUsable(path: folder, .relative)
    }
    let unsafeForShell = "\"$`\\".utf8
    guard folder.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f && !unsafeForShell.contains($0) })
    else { throw .folderNotUsable(path: folder, .characters) }
    return self
  }

  /// The major version that made the data, nil before there is any.
  func dataVersion() throws(ClusterError) -> Int? {
    guard try exists(versionFile), let bytes = FileManager.default.contents(atPath: versionFile)
    else { return nil }
    return Int(String(decoding: bytes, as: UTF8.self).prefix { $0.isNumber })
  }

  func exists(_ path: String) throws(ClusterError) -> Bool {
    do {
      _ = try FilePath(path).stat()
      return true
    } catch .noSuchFileOrDirectory {
      return false
    } catch {
      throw .folderNotUsable(path: path, .system(error.description))
    }
  }

  /// Marks the cluster as ready.
  func mark() throws(ClusterError) {
    let folder = try opened()
    try attempt(readyMarker) { try folder.mark(FilePath(Self.readyName)) }
  }

  /// The folder, held open; it is ours, or was made by root.
  ///
  /// Throws `notOurs` if anybody else could have put something into it, such as links and
  /// `postmaster.pid`, that would lead us elsewhere.
  @discardableResult func opened() throws(ClusterError) -> Folder {
    let opened: Folder
    let facts: Stat
    do throws(Errno) {
      opened = try Folder(FilePath(folder))
      facts = try opened.stat()
    } catch {
      throw .folderNotUsable(path: folder, .system(error.description))
    }
    guard facts.isWritable(onlyBy: [.own, .root]) else {
      throw .folderNotUsable(path: folder, .notOurs)
    }
    return opened
  }

  func remove(_ path: String) throws(ClusterError) {
    guard try exists(path) else { return }
    try attempt(path) { try FileManager.default.removeItem(atPath: path) }
  }

  func rename(_ path: String, to other: String) throws(ClusterError) {
    try attempt(other) { try FileManager.default.moveItem(atPath: path, toPath: other) }
  }

  /// Creates the socket's folder if missing, and checks its owner.
  func prepareSocketFolder(for user: ServerUser) throws(ClusterError) {
    if try !exists(socketFolder) { try user.makeFolder(socketFolder, reachable: false) }
    try checkSocketFolder()
  }

  /// Anybody can create that name in `/tmp` first, so the folder must belong to the data's owner
  /// and be closed to everybody else.
  func checkSocketFolder() throws(ClusterError) {
    let owner = try stat(data).userID
    let found = try stat(socketFolder)
    let isClosed = found.permissions.isDisjoint(with: [
      .groupReadWriteExecute, .otherReadWriteExecute,
    ])
    guard found.type == .directory, found.userID == owner, isClosed else {
      throw .folderNotUsable(path: socketFolder, .notOurs)
    }
  }

  private func stat(_ path: String) throws(ClusterError) -> Stat {
    do { return try FilePath(path).stat(followTargetSymlink: false) } catch {
      throw .folderNotUsable(path: path, .system(error.description))
    }
  }

  /// The last lines of the server's log; empty when there is none.
  func logTail() -> String {
    guard let bytes = FileManager.default.contents(atPath: log) else { return "" }
    let lines = String(decoding: bytes.suffix(ClusterLimits.outputBytes), as: UTF8.self)
      .split(separator: "\n")
    return lines.suffix(ClusterLimits.logTailLines).joined(separator: "\n")
  }
}

/// Runs a file operation and names the path it failed for.
func attempt(_ path: String, _ operation: () throws -> Void) throws(ClusterError) {
  do { try operation() } catch {
    throw .folderNotUsable(path: path, .system(systemWords(error)))
  }
}

/// The system's words for why a file operation failed, as of strerror(3).
private func systemWords(_ error: any Error) -> String {
  switch error {
  case let error as Errno: error.description
  case let error as POSIXError: Errno(rawValue: error.code.rawValue).description
  case let error as CocoaError: error.underlying.map(systemWords) ?? cocoaWords(error.code)
  default: "it cannot be used"
  }
}

/// For the errors that Foundation finds without asking the system.
private func cocoaWords(_ code: CocoaError.Code) -> String {
  switch code {
  case .fileWriteFileExists: Errno.fileExists.description
  case .fileNoSuchFile, .fileReadNoSuchFile: Errno.noSuchFileOrDirectory.description
  case .fileReadNoPermission, .fileWriteNoPermission: Errno.permissionDenied.description
  default: "it cannot be used (Foundation's error \(code.rawValue))"
  }
}

/// FNV-1a in 64 bits (draft-eastlake-fnv-21, section 2): stable between runs, unlike `Hasher`.
private func fnv1a(_ bytes: String.UTF8View) -> UInt64 {
  bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}
