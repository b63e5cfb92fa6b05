/// How large a file is under the compressions that servers and Telegram use, as the caller of a
/// check measured it: this module compresses nothing.
package struct CompressedSizes: Sendable, Hashable {
  /// The size as one gzip member (RFC 1952), in bytes.
  package let gzipByteCount: Int
  /// The size as a brotli stream (RFC 7932), in bytes; nil if not measured.
  package let brotliByteCount: Int?

  /// The sizes of exactly the bytes that are checked.
  package init(gzipByteCount: Int, brotliByteCount: Int? = nil) {
    self.gzipByteCount = gzipByteCount
    self.brotliByteCount = brotliByteCount
  }
}
