import NIOCore

/// A connection whose client listens to events, which are the last response on it.
///
/// At most one event is in flight. The next waits until the client has taken it, and of several
/// only the last is kept, so that no client can have much queued.
struct EventStream {
  /// HTTP/1.0 has no chunks: there the end of the connection ends the body.
  private let isChunked: Bool
  /// The id of the last event that the client received.
  private var lastID: String?
  private var delivery = Delivery.idle

  private enum Delivery {
    case idle
    /// Something written is not taken by the system yet.
    case busy
    /// As `busy`, and another event came meanwhile.
    case behind
  }

  init(isChunked: Bool, lastID: String?) {
    self.isChunked = isChunked
    self.lastID = lastID
  }

  mutating func offer(_ event: StreamEvent) -> ConnectionAction {
    guard event.id != lastID else { return .wait }
    switch delivery {
    case .idle:
      lastID = event.id
      delivery = .busy
      return .writeEvent(isChunked ? event.chunked : event.plain)
    case .busy:
      delivery = .behind
      return .wait
    case .behind: return .skipEvent
    }
  }

  mutating func beat() -> ConnectionAction {
    guard case .idle = delivery else { return .wait }
    delivery = .busy
    return .writeEvent(isChunked ? Self.chunkedHeartbeat : Self.heartbeat)
  }

  mutating func written() -> ConnectionAction {
    defer { delivery = .idle }
    if case .behind = delivery { return .offerEvent }
    return .wait
  }

  /// The end of the body: the last chunk (RFC 9112 §7.1).
  var end: ByteBuffer { isChunked ? ByteBuffer(string: "0\r\n\r\n") : ByteBuffer() }

  /// A comment, which clients do not see (HTML Standard, parsing an event stream).
  private static let heartbeat = ByteBuffer(string: ":\n\n")
  private static let chunkedHeartbeat = StreamEvent.chunk(heartbeat)
}
