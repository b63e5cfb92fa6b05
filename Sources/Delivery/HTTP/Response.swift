package import NIOCore
import Sockets

/// A whole response, ready to be written; an object for the same reason as `RequestHead`.
package final class Response: Sendable {
  /// How many series responses are counted in: 8 groups of the owner's, and 16 statuses.
  static let maxSeries = 128

  /// Its status.
  package let status: Status
  /// Where it is counted.
  let series: Int
  /// Status line and fields, each ended by CRLF, without `Date`, `Connection` and the empty line.
  let head: [UInt8]
  /// What follows for GET, and is not written for HEAD; empty for 204 and 304.
  package let body: ByteBuffer
  /// The same for the system to send, where it is sent often and is long.
  let file: BodyFile?

  /// Writes the head with `fields` in their order; none of them may hold CR or LF.
  ///
  /// It is counted under `group`, below 8.
  package init(
    _ status: Status, group: UInt8, fields: [(name: String, value: String)], body: ByteBuffer
  ) {
    self.status = status
    self.body = body
    series = Self.series(group, status)
    var head = "HTTP/1.1 \(status.rawValue)\r\n"
    for field in fields { head += "\(field.name): \(field.value)\r\n" }
    // Not one byte of capacity more: there are several for each gift.
    self.head = Array(head.utf8)
    file = nil
  }

  private init(_ other: Response, head: [UInt8], file: BodyFile?) {
    status = other.status
    series = other.series
    body = other.body
    self.head = head
    self.file = file
  }

  static func series(_ group: UInt8, _ status: Status) -> Int {
    Int(group) * 16 + (Status.allCases.firstIndex(of: status) ?? 15)
  }

  /// The same with its body in a file of the system's memory, if that has room.
  package var sentByFile: Response {
    Response(self, head: head, file: BodyFile(body))
  }

  /// The same with the name of the request that it answers.
  func identified(by requestID: String) -> Response {
    Response(self, head: head + "X-Request-Id: \(requestID)\r\n".utf8, file: file)
  }
}

/// What is known of a request's response as soon as its head has come.
package enum Routing: Sendable {
  /// The response is at hand.
  case ready(Response)
  /// The response is at hand, names no length, and events follow its body for as long as the
  /// client listens.
  case events(Response)
  /// The fallback has to make it.
  case fallback
}

/// How requests are answered.
package struct Responder: Sendable {
  /// Looks at what is in memory.
  package typealias Router = (RequestHead) -> Routing

  let makeRouter: @Sendable () -> Router
  let respond: @Sendable (RequestHead) async -> Response
  let refuse: @Sendable (Refusal) -> Response

  /// Answers by these.
  ///
  /// `makeRouter` is called once for each event loop, and what it makes on that loop alone: it may
  /// remember, and must not wait. `respond` is the fallback: it makes the responses that routers
  /// leave to it. `refuse` makes those to requests that are refused, anew each time.
  package init(
    makeRouter: @escaping @Sendable () -> Router,
    respond: @escaping @Sendable (RequestHead) async -> Response,
    refuse: @escaping @Sendable (Refusal) -> Response
  ) {
    self.makeRouter = makeRouter
    self.respond = respond
    self.refuse = refuse
  }
}
