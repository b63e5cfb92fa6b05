import NIOCore

/// A connection whose client listens to events: they are the last thing that is written to it.
///
/// One event is on its way at most. What comes meanwhile waits for the client to take that, and of
/// several only the last one: so nobody can have much queued.
struct EventStream {
  /// HTTP/1.0 knows no chunks: there the end of the connection is the end of the body.
  private let isChunked: Bool
  /// The id of the event that the client heard last.
  private var lastID: String?
  private var delivery = Delivery.idle

  private enum Delivery {
    case idle
    /// Something was written that the system has not taken.
    case busy
    /// The same, and an event came meanwhile.
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

  /// What ends the body: the last chunk (RFC 9112 §7.1).
  var end: ByteBuffer { isChunked ? ByteBuffer(string: "0\r\n\r\n") : ByteBuffer() }

  /// A comment, which clients do not see (HTML Standard, parsing an event stream).
  private static let heartbeat = ByteBuffer(string: ":\n\n")
  private static let chunkedHeartbeat = StreamEvent.chunk(heartbeat)
}
