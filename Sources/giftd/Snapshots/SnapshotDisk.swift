import Disk
import GiftAPI
import GiftDomain
import NIOCore
import SystemPackage

/// The file in which the last snapshot is kept; every call blocks until the disk has done its part.
struct SnapshotDisk: Sendable {
  let path: String

  /// The file's bytes; nil when there is no file of that name.
  func read() throws(SnapshotDiskError) -> [UInt8]? {
    do throws(WholeFile.Failure) {
      return try WholeFile.read(FilePath(path), maxBytes: SnapshotFile.maxBytes)
    } catch {
      switch error {
      case .notAFile: throw .notAFile
      case .tooLong(let count):
        throw .tooLong(Int(clamping: count), limit: SnapshotFile.maxBytes)
      case .system(let error):
        throw .system("it cannot be read: \(error.description.lowercased())")
      }
    }
  }

  /// The right to write it, for as long as that is kept; nil when another process has it.
  func lock() throws(SnapshotDiskError) -> FileLock? {
    do {
      return try FileLock.take(FilePath(path + ".lock"))
    } catch {
      throw .notWritten(error)
    }
  }

  /// Puts a snapshot in the place of the one before: whoever reads, finds the one or the other,
  /// whole, also when the machine loses its power meanwhile.
  func write(_ snapshot: SnapshotFile) throws(SnapshotDiskError) {
    guard snapshot.byteCount <= SnapshotFile.maxBytes else {
      throw .tooLong(snapshot.byteCount, limit: SnapshotFile.maxBytes)
    }
    do {
      try FileReplacement.replace(FilePath(path)) { file in
        try snapshot.write { part in _ = try file.writeAll(part.readableBytesView) }
      }
    } catch {
      throw .notWritten(error)
    }
  }
}

/// Why a snapshot file cannot be used.
enum SnapshotDiskError: Error, Hashable, Sendable {
  /// A folder, a device or the like has its name.
  case notAFile
  /// It has, or would have, more bytes than `SnapshotFile.maxBytes`.
  case tooLong(Int, limit: Int)
  /// What the system said.
  case system(String)

  /// What is wrong, and where, without the file's name and a full stop.
  var reason: String {
    switch self {
    case .notAFile: "it is no file"
    case .tooLong(let count, let limit): "it has \(count) bytes, and may have \(limit)"
    case .system(let reason): reason
    }
  }

  /// What the system says of a write.
  fileprivate static func notWritten(_ error: any Error) -> SnapshotDiskError {
    .system("it cannot be written: \(((error as? Errno) ?? .ioError).description.lowercased())")
  }
}

extension SnapshotFileError {
  /// As that of `SnapshotDiskError`.
  var reason: String {
    switch self {
    case .notASnapshot: "it is no snapshot: it does not begin with GIFTSNAP"
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
