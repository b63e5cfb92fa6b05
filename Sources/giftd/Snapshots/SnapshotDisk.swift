import Disk
import FoundationEssentials
import GiftAPI
import NIOCore
import SystemPackage

/// The file in which the last snapshot is kept; every call blocks until the disk has done its part.
struct SnapshotDisk: Sendable {
  let path: String

  /// The file's bytes; nil when there is no file of that name.
  func read() throws(SnapshotDiskError) -> [UInt8]? {
    let file: Stat
    do {
      file = try FilePath(path).stat()
    } catch .noSuchFileOrDirectory {
      return nil
    } catch {
      throw .system("it cannot be read: \(error.description.lowercased())")
    }
    guard file.type == .regular else { throw .notAFile }
    guard file.size <= SnapshotFile.maxBytes else {
      throw .tooLong(Int(clamping: file.size), limit: SnapshotFile.maxBytes)
    }
    do {
      return Array(try Data(contentsOf: URL(filePath: path)))
    } catch {
      throw .system("it cannot be read; look at who may")
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
      let reason = (error as? Errno)?.description.lowercased() ?? "\(error)"
      throw .system("it cannot be written: \(reason)")
    }
  }
}
