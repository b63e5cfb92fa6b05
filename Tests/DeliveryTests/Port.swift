import Delivery
import Hummingbird
import Logging
import NIOCore
import NIOPosix

/// A server on a free port of this machine, whose slow path is here.
struct Port: Sendable {
  let number: Int
  let counters: DeliveryCounters
  /// Requests to `/held` that came to the slow path; each waits for a word in `releases`.
  let held: AsyncStream<Void>
  let releases: AsyncStream<Void>.Continuation
  /// What is told at `/events`.
  let events: EventFeed

  /// What is ready at `/ready`.
  static let readyBody = "ready"
  /// What is ready at `/large`.
  static let largeBody = ByteBuffer(repeating: 0x61, count: 1 << 20)
  /// The example of RFC 9110 §5.6.7.
  static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  static let ready: ReadyAnswers = { head in
    switch head.withTarget({ text(of: $0) }) {
    case "/ready":
      let isSame = head.list(of: .ifNoneMatch) == "\"r\""
      return isSame
        ? ReadyAnswer(
          status: 304, reason: "Not Modified", fields: [("ETag", "\"r\"")], body: ByteBuffer())
        : ReadyAnswer(
          status: 200, reason: "OK", fields: [("Content-Length", "5")],
          body: ByteBuffer(string: readyBody))
    case "/large":
      return ReadyAnswer(
        status: 200, reason: "OK", fields: [("Content-Length", "\(largeBody.readableBytes)")],
        body: largeBody)
    case "/events":
      return ReadyAnswer(
        status: 200, reason: "OK", fields: [("Content-Type", "text/event-stream")],
        body: ByteBuffer(string: "begin\n\n")
      ).followedByEvents
    default:
      return nil
    }
  }

  private static func text(of bytes: Span<UInt8>) -> String {
    String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }

  /// Says in the reason what was refused.
  static let refusals: Refusals = { refusal in
    ReadyAnswer(
      status: 400, reason: "\(refusal)", fields: [("Content-Length", "0")], body: ByteBuffer())
  }
}

/// Runs a server until `body` is done.
func withPort<Value: Sendable>(
  _ limits: DeliveryLimits = .standard, _ body: @Sendable @escaping (Port) async throws -> Value
) async throws -> Value {
  let (held, holding) = AsyncStream.makeStream(of: Void.self)
  let (released, releases) = AsyncStream.makeStream(of: Void.self)
  let (bound, binding) = AsyncStream.makeStream(of: Int.self)
  let counters = DeliveryCounters()
  let events = EventFeed()
  let delivery = Delivery(
    limits: limits, counters: counters, events: events, date: { Port.date },
    refusals: Port.refusals, ready: Port.ready)
  var logger = Logger(label: "delivery")
  logger.logLevel = .critical
  let slowPath = SlowPath(holding: holding, released: released)
  let server = DeliveryServer(delivery: delivery, logger: logger) { request, writer, _ in
    let response = await slowPath.respond(to: request)
    try await writer.write(response: response.head, body: response.body)
  }
  return try await withThrowingTaskGroup(of: Value?.self) { group in
    group.addTask {
      try await server.run(on: PortConfiguration(host: "127.0.0.1", port: 0)) {
        binding.yield($0?.port ?? 0)
      }
      return nil
    }
    group.addTask {
      var ports = bound.makeAsyncIterator()
      let number = await ports.next() ?? 0
      return try await body(
        Port(
          number: number, counters: counters, held: held, releases: releases, events: events))
    }
    var value: Value?
    while value == nil, let next = try await group.next() { value = next }
    group.cancelAll()
    guard let value else { throw PortFailure.endedFirst }
    return value
  }
}

enum PortFailure: Error {
  case endedFirst
}

/// Answers with the method and the target.
private struct SlowPath {
  let holding: AsyncStream<Void>.Continuation
  let released: AsyncStream<Void>

  func respond(to request: Request) async -> Response {
    if request.uri.path == "/held" {
      holding.yield()
      for await _ in released { break }
    }
    let text = request.method == .head ? "" : "\(request.method) \(request.uri)"
    return Response(
      status: .accepted, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}
