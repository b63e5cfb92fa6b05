package import GiftDomain

/// An animation as it is stored: its bytes, and what clients are sent when they take it compressed.
package struct StoredAsset: Hashable, Sendable {
  /// The SHA-256 of the bytes.
  package let digest: SHA256Digest
  /// The bytes as they were handed in, which are `identity`, and those of each coding there is.
  package let bodies: [ContentCoding: [UInt8]]

  /// An animation in its codings.
  package init(digest: SHA256Digest, bodies: [ContentCoding: [UInt8]]) {
    self.digest = digest
    self.bodies = bodies
  }
}
