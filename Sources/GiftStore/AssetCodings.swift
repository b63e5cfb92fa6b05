/// The compressed forms of an animation's bytes; each decodes to them.
package struct AssetCodings: Hashable, Sendable {
  /// One gzip member (RFC 1952), shorter than the bytes; nil when there is none.
  package let gzip: [UInt8]?
  /// One brotli stream (RFC 7932), shorter than the bytes; nil when there is none.
  package let brotli: [UInt8]?

  /// Codings; a constraint of the database refuses one that is not shorter than the bytes.
  package init(gzip: [UInt8]?, brotli: [UInt8]?) {
    self.gzip = gzip
    self.brotli = brotli
  }

  /// No coding: clients get the bytes as they are.
  package static let none = AssetCodings(gzip: nil, brotli: nil)

  /// How many bytes both have.
  package var byteCount: Int { (gzip?.count ?? 0) + (brotli?.count ?? 0) }
}
