package import NIOCore

/// One event, in the bytes of both framings.
package struct StreamEvent: Sendable {
  /// The client's `Last-Event-ID` when it reconnects.
  package let id: String
  let plain: ByteBuffer
  let chunked: ByteBuffer

  /// An event with these bytes, which must not be empty.
  package init(id: String, bytes: ByteBuffer) {
    self.id = id
    plain = bytes
    chunked = Self.chunk(bytes)
  }

  /// Bytes as one chunk (RFC 9112 §7.1); empty for none, because an empty chunk would end the body.
  static func chunk(_ bytes: ByteBuffer) -> ByteBuffer {
    guard bytes.readableBytes > 0 else { return bytes }
    var chunk = ByteBuffer(string: "\(String(bytes.readableBytes, radix: 16))\r\n")
    chunk.writeImmutableBuffer(bytes)
    chunk.writeStaticString("\r\n")
    return chunk
  }
}
