import GiftAPI
import GiftDomain

/// Why a snapshot file cannot be used.
enum SnapshotDiskError: Error, Hashable, Sendable {
  /// A folder, a device or the like has its name.
  case notAFile
  /// It has, or would have, more bytes than `SnapshotFile.maxBytes`.
  case tooLong(Int, limit: Int)
  /// What the system said.
  case system(String)
  /// It was read, and is not believed.
  case content(SnapshotFileError)

  /// What is wrong, and where, without the file's name and a full stop.
  var reason: String {
    switch self {
    case .notAFile: "it is no file"
    case .tooLong(let count, let limit): "it has \(count) bytes, and may have \(limit)"
    case .system(let reason): reason
    case .content(let error): error.reason
    }
  }
}

extension SnapshotFileError {
  fileprivate var reason: String {
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
