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

  /// The codings whose bytes do not decode to the original ones, or are not fewer; best first.
  ///
  /// The database cannot decode, so whoever may store an asset can store anything as its codings.
  package var unfitCodings: [ContentCoding] {
    let plain = bodies[.identity] ?? []
    return ContentCoding.allCases.filter { coding in
      guard coding != .identity, let coded = bodies[coding] else { return false }
      return coded.count >= plain.count
        || coding.decoded(coded, byteCount: plain.count) != plain
    }
  }
}
