import NIOCore

/// What one client was told.
struct EventStream {
  let context: ChannelHandlerContext
  let listeners: EventListeners
  /// HTTP/1.0 knows no chunks: there the end of the connection is the end of the body.
  let isChunked: Bool
  /// The id of the event that the client was told last, by itself or by us.
  var told: String?
  /// Whether something was written that the socket has not taken yet.
  var isBusy = false
  /// Whether an event came meanwhile.
  var isBehind = false

  /// The last chunk (RFC 9112 §7.1).
  static let end = ByteBuffer(string: "0\r\n\r\n")
  /// A comment, which clients do not see (HTML Standard, parsing an event stream).
  static let heartbeat = ByteBuffer(string: ":\n\n")
  static let chunkedHeartbeat = chunk(heartbeat)

  /// Bytes as one chunk; none are none, as an empty chunk would be the end.
  static func chunk(_ bytes: ByteBuffer) -> ByteBuffer {
    guard bytes.readableBytes > 0 else { return bytes }
    var chunk = ByteBuffer(string: "\(String(bytes.readableBytes, radix: 16))\r\n")
    chunk.writeImmutableBuffer(bytes)
    chunk.writeStaticString("\r\n")
    return chunk
  }
}
