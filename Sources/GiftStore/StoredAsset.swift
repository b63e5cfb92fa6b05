package import GiftDomain

/// An animation as it is stored: its bytes, and what clients are sent when they take it compressed.
package struct StoredAsset: Hashable, Sendable {
  /// The SHA-256 of `identity`.
  package let digest: SHA256Digest
  /// The bytes, as they were handed in.
  package let identity: [UInt8]
  /// One gzip member (RFC 1952), shorter than `identity`; nil when there is none.
  package let gzip: [UInt8]?
  /// One brotli stream (RFC 7932), shorter than `identity`; nil when there is none.
  package let brotli: [UInt8]?

  /// An animation in its codings.
  package init(digest: SHA256Digest, identity: [UInt8], gzip: [UInt8]?, brotli: [UInt8]?) {
    self.digest = digest
    self.identity = identity
    self.gzip = gzip
    self.brotli = brotli
  }
}
