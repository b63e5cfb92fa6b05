import NIOCore

/// The state shared by the connections of one event loop: limits, and the last parsed head.
///
/// Clients poll, and proxies send the same requests for all of them, so heads often repeat. With
/// thousands of connections, each one's own state has left the caches when its turn comes.
final class SharedConnectionState {
  let headLimits: HeadLimits
  let limits: ConnectionLimits
  private var lastHead: RequestHead?

  init(head: HeadLimits, connection: ConnectionLimits) {
    headLimits = head
    limits = connection
  }

  /// Parses the head that `bytes` begin with.
  func parse(_ bytes: ByteBuffer) -> ParsedHead {
    if let lastHead, lastHead.bytes == bytes { return .head(lastHead) }
    let parsed = RequestHeadParser.parse(bytes, headLimits)
    if case .head(let head) = parsed, head.byteCount == bytes.readableBytes {
      lastHead = head.remembered
    }
    return parsed
  }
}
