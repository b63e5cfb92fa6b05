import Disk
import GiftAPI
import GiftDomain
import NIOCore
import SystemPackage

/// The file of the last snapshot; every call blocks on the disk.
struct SnapshotDisk: Sendable {
  let path: String

  /// The file, to be read piece by piece; nil if there is no file with that name.
  ///
  /// What it says is served, prices too, so whoever could write it is trusted with the catalogue.
  /// Throws `DiskError`; `notOurs` unless this process's user alone may write it.
  func open() throws(DiskError) -> SnapshotSource? {
    let found = try OwnFile.open(FilePath(path), maxBytes: SnapshotFile.maxBytes)
    return found.map { file, byteCount in
      SnapshotSource(byteCount: byteCount) { try file.bytes(at: Int64($0), count: $1) }
    }
  }

  /// The lock for writing it, while held; nil if another process has it.
  ///
  /// Throws `Errno`, or `DiskError.notOurs`.
  func lock() throws -> FileLock? {
    do throws(DiskError) {
      return try FileLock.take(FilePath(path + ".lock"))
    } catch .system(let error) {
      throw error
    }
  }

  /// Replaces the snapshot: readers find either the old or the new one, complete, even after a
  /// power failure.
  ///
  /// Throws `Errno`.
  func write(_ snapshot: SnapshotFile) throws {
    try FileReplacement.replace(FilePath(path)) { file in
      try snapshot.write { part in _ = try file.writeAll(part.readableBytesView) }
    }
  }

  /// What is wrong with the file, and where, without its name and a full stop.
  static func reason(of error: any Error) -> String {
    switch error {
    case DiskError.notAFile: "it is not a file"
    case DiskError.notOurs:
      "it, or the lock beside it, belongs to another user, or others may write to it"
    case DiskError.tooLong(let count):
      "it has \(count) bytes, and may have \(SnapshotFile.maxBytes)"
    case DiskError.system(let error):
      "it cannot be read: \(error.description.lowercased())"
    case let error as Errno: "it cannot be written: \(error.description.lowercased())"
    case let error as SnapshotFileError: error.reason
    default: "no thread is left to read or write it"
    }
  }
}

extension SnapshotFileError {
  fileprivate var reason: String {
    switch self {
    case .unreadable: "it cannot be read"
    case .notASnapshot: "it is not a snapshot: it does not begin with GIFTSNAP"
    case .otherVersion(let version): "its format is version \(version), which is not read here"
    case .cut(let expected, let found): "it has \(found) bytes, and says that it has \(expected)"
    case .tooLong(let limit): "it has more than \(limit) bytes"
    case .damaged: "it is damaged: its SHA-256 is not that of its bytes"
    case .malformed: "something in it is nothing that giftd writes"
    case .broken: "something in it cannot be in a catalogue"
    case .otherBytes(let digest): "the animation under \(digest.hex) is another one"
    }
  }
}
