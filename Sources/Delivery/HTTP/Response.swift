package import NIOCore
import Sockets

/// A complete response, ready to be written; a class for the same reason as `RequestHead`.
package final class Response: Sendable {
  /// The number of groups in which responses can be counted.
  package static let maxGroups = 16
  /// The number of series in which they are counted: groups, with 16 statuses each.
  static let maxSeries = maxGroups * 16

  /// The status line's code and phrase.
  package let status: Status
  /// The series in which it is counted.
  let series: Int
  /// Status line and fields, each ended by CRLF, without `Date`, `Connection` and the empty line.
  let head: [UInt8]
  /// The body, not written for HEAD, for which it may be empty; empty for 204 and 304.
  package let body: ByteBuffer
  /// The body for the system to send, if it is long and sent often.
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
    // Exact capacity, because there are several per gift.
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

  /// The same response with its body in a memory file, if it is long enough, and one can be made.
  package var sentByFile: Response {
    let isLong = body.readableBytes > SocketLimits().maxJoinedBytes
    return Response(self, head: head, file: isLong ? BodyFile(body) : nil)
  }

  /// The same response with the id of its request.
  func identified(by requestID: String) -> Response {
    Response(self, head: head + "X-Request-Id: \(requestID)\r\n".utf8, file: file)
  }
}

/// The routing of a request by its head.
package enum Routing: Sendable {
  /// The response is in memory.
  case ready(Response)
  /// The response is in memory, without a length, and events follow its body while the client
  /// listens.
  case events(Response)
  /// The fallback must make the response.
  case fallback
}

/// The functions that answer requests.
package struct Responder: Sendable {
  /// Routes requests to responses in memory.
  package typealias Router = (RequestHead) -> Routing

  let makeRouter: @Sendable () -> Router
  let respond: @Sendable (RequestHead) async -> Response
  let refuse: @Sendable (Refusal) -> Response

  /// A responder from its functions.
  ///
  /// `makeRouter` is called once per event loop, and its router only on that loop: it may keep
  /// state, and must not block. `respond` is the fallback for requests that routers leave to it.
  /// `refuse` makes a new response for each refused request.
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
