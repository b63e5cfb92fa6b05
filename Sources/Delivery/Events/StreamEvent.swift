package import NIOCore

/// One event, in the bytes of both framings.
package struct StreamEvent: Sendable {
  /// What the client says it heard last, when it comes again.
  package let id: String
  let plain: ByteBuffer
  let chunked: ByteBuffer

  /// An event whose bytes are `bytes`, which are not empty.
  package init(id: String, bytes: ByteBuffer) {
    self.id = id
    plain = bytes
    chunked = Self.chunk(bytes)
  }

  /// Bytes as one chunk (RFC 9112 §7.1); none are none, as an empty chunk would be the end.
  static func chunk(_ bytes: ByteBuffer) -> ByteBuffer {
    guard bytes.readableBytes > 0 else { return bytes }
    var chunk = ByteBuffer(string: "\(String(bytes.readableBytes, radix: 16))\r\n")
    chunk.writeImmutableBuffer(bytes)
    chunk.writeStaticString("\r\n")
    return chunk
  }
}
