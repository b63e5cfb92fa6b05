package import NIOCore

/// An answer that is ready to be written: no byte of it is made for a request.
package struct ReadyAnswer: Hashable, Sendable {
  /// Status line and fields, each ended by CRLF, without `Date`, `Connection` and the empty line.
  package let head: [UInt8]
  /// What follows for GET, for HEAD it is not written; empty for 304.
  package let body: ByteBuffer
  /// Whether events follow the body for as long as the client listens; the head names no length.
  package let opensStream: Bool

  /// Takes both parts as they are.
  package init(head: [UInt8], body: ByteBuffer, opensStream: Bool = false) {
    self.head = head
    self.body = body
    self.opensStream = opensStream
  }

  /// The same, and events behind it.
  package var followedByEvents: ReadyAnswer {
    ReadyAnswer(head: head, body: body, opensStream: true)
  }

  /// Writes the head of `status` (three digits), `reason` and `fields`, in their order; neither may
  /// hold CR or LF.
  package init(
    status: Int, reason: String, fields: [(name: String, value: String)], body: ByteBuffer
  ) {
    var head = "HTTP/1.1 \(status) \(reason)\r\n"
    for field in fields { head += "\(field.name): \(field.value)\r\n" }
    // Not one byte of room more: there are several for each gift.
    self.init(head: Array(head.utf8), body: body)
  }
}

/// What the delivery path is asked for each GET and HEAD without a body; nil: let the slow path
/// answer.
package typealias ReadyAnswers = @Sendable (RequestHead) -> ReadyAnswer?
