package import GiftDomain

/// A stored animation or picture: its bytes and its compressed forms.
package struct StoredAsset: Hashable, Sendable {
  /// The SHA-256 of the bytes.
  package let digest: SHA256Digest
  /// The original bytes as `identity`, and the bytes of each existing coding.
  package let bodies: [ContentCoding: [UInt8]]

  /// An asset in its codings.
  package init(digest: SHA256Digest, bodies: [ContentCoding: [UInt8]]) {
    self.digest = digest
    self.bodies = bodies
  }
}
