package import GiftDomain

/// Why a snapshot file is not believed; places are bytes from the beginning of the file.
package enum SnapshotFileError: Error, Hashable, Sendable {
  /// It does not begin as a snapshot file does.
  case notASnapshot
  /// Its format is another version than this program writes.
  case otherVersion(UInt32)
  /// It says that it has `expected` bytes, and has `found`.
  case cut(expected: UInt64, found: Int)
  /// It has more than `SnapshotFile.maxBytes`.
  case tooLong(limit: Int)
  /// Its digest is not that of its bytes.
  case damaged
  /// Its digest holds, and what stands at a place is nothing that this program writes.
  case malformed(at: Int)
  /// Its digest holds, and what stands before a place cannot be a value of the catalogue.
  case broken(DomainError, at: Int)
  /// Its digest holds, and the animation before a place is not the one that it is said to be.
  case otherBytes(SHA256Digest, at: Int)
}
