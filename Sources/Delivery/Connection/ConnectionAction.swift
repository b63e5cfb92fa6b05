import NIOCore

/// What a connection's state machine wants done; the next input says how it went.
enum ConnectionAction {
  /// Nothing for now.
  case wait
  /// Answer this request: by `respond`, or by `beginEvents`.
  case route(RequestHead)
  /// Answer a request that is refused: by `respond`.
  case refuse(Refusal)
  /// Write a response, then ask for more by `next`.
  case write(OutgoingResponse)
  /// Write the head of an event stream, then offer the latest event by `offer`.
  case beginEvents(OutgoingResponse)
  /// Write bytes of an event stream, and say so by `written` when the system has taken them.
  case writeEvent(ByteBuffer)
  /// The client has not taken an event yet, so it never gets the one that came after it.
  case skipEvent
  /// Offer the latest event, by `offer`.
  case offerEvent
  /// Nothing more is listened to: write these bytes, and ask for more by `next`.
  case endEvents(ByteBuffer)
  /// Say by `written` when the system has taken all that was ever written.
  case flush
  /// Close our side; the client's stays open.
  case closeOutput
  /// Close both sides at once, whatever is not written yet, and count why, if it is worth that.
  case close(DeliveryEvent?)
}

/// A response, and what it says of its connection.
struct OutgoingResponse {
  /// What is written.
  let response: Response
  /// Whether the body is written, too.
  let isWithBody: Bool
  /// What the field `Connection` says (RFC 9112 §9.3); nil for nothing, where HTTP/1.1 goes on.
  let option: ConnectionOption?
}

/// What a response says of its connection.
enum ConnectionOption: Hashable, Sendable {
  /// It ends.
  case close
  /// It goes on, which HTTP/1.0 has to be told.
  case keepAlive
  /// It ends, and what comes until then is in chunks (RFC 9112 §7.1).
  case closeAfterChunks
}
