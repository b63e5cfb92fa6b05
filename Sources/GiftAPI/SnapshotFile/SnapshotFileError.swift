package import GiftDomain

/// Why a snapshot file is not believed.
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
  /// Its digest holds, and something in it is nothing that this program writes.
  case malformed
  /// Its digest holds, and something in it cannot be a value of the catalogue.
  case broken(DomainError)
  /// Its digest holds, and an animation in it is not the one that it is said to be.
  case otherBytes(SHA256Digest)
}
