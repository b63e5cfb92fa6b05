import NIOCore

/// What the connections of one event loop share: their limits, and the head that was parsed last.
///
/// Clients poll, and proxies ask for all of them, so what came last is often what comes next. With
/// thousands of connections, what each has of its own is no longer near when its turn comes.
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
