package import GiftDomain

/// Why a snapshot file is not used.
package enum SnapshotFileError: Error, Hashable, Sendable {
  /// The system refused to read it.
  case unreadable
  /// It does not begin like a snapshot file.
  case notASnapshot
  /// Its format has another version than this program's.
  case otherVersion(UInt32)
  /// It should have `expected` bytes, and has `found`.
  case cut(expected: UInt64, found: Int)
  /// It exceeds `SnapshotFile.maxBytes`.
  case tooLong(limit: Int)
  /// Its digest does not match its bytes.
  case damaged
  /// Its digest matches, but part of it was not written by this program.
  case malformed
  /// Its digest matches, but a value in it is invalid.
  case broken(DomainError)
  /// Its digest matches, but an animation or a picture in it does not match its own digest, or a
  /// coding of it does not decode to it.
  case otherBytes(SHA256Digest)
}
