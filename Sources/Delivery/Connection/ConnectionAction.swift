import NIOCore

/// An action requested by a connection's state machine; the next input reports its outcome.
enum ConnectionAction {
  /// Nothing for now.
  case wait
  /// Answer this request, with `respond` or `beginEvents`.
  case route(RequestHead)
  /// Answer a refused request, with `respond`.
  case refuse(Refusal)
  /// Write a response, then call `next`.
  case write(OutgoingResponse)
  /// Write the head of an event stream, then call `offer` with the latest event.
  case beginEvents(OutgoingResponse)
  /// Write bytes of an event stream, and call `written` when the system has taken them.
  case writeEvent(ByteBuffer)
  /// Skip an event, because the client has not taken an earlier one yet.
  case skipEvent
  /// Call `offer` with the latest event.
  case offerEvent
  /// Stop listening: write these bytes, then call `next`.
  case endEvents(ByteBuffer)
  /// Call `written` when the system has taken everything written so far.
  case flush
  /// Close our side; the client's stays open.
  case closeOutput
  /// Close both sides at once, dropping unwritten bytes, and count the event, if any.
  case close(DeliveryEvent?)
}

/// A response, with its `Connection` option.
struct OutgoingResponse {
  /// The response to write.
  let response: Response
  /// Whether to write the body too.
  let isWithBody: Bool
  /// The field `Connection` (RFC 9112 §9.3); nil for none, so that HTTP/1.1 stays open.
  let option: ConnectionOption?
}

/// The `Connection` option of a response.
enum ConnectionOption: Hashable, Sendable {
  /// The connection ends.
  case close
  /// It stays open, which HTTP/1.0 must be told.
  case keepAlive
  /// It ends after a chunked body (RFC 9112 §7.1).
  case closeAfterChunks
}
