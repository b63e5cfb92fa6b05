import Delivery
import NIOCore
import ServiceLifecycleTestKit
import Synchronization
import Testing

/// A listener on a free port of this machine, whose fallback is here.
struct Port: Sendable {
  let number: Int
  let delivery: Delivery
  /// Requests to `/held` that came to the fallback; each waits for a word in `releases`.
  let held: AsyncStream<Void>
  let releases: AsyncStream<Void>.Continuation
  /// What is told at `/events`.
  let events: EventFeed
  /// Closes the port, as when the process is told to stop.
  let stop: @Sendable () -> Void

  /// What has happened so far.
  var counts: DeliveryCounts { delivery.counters.counts() }

  /// Waits until something has happened so often.
  func wait(for event: DeliveryEvent, _ count: Int) async {
    while counts[event] < count { await Task.yield() }
  }

  /// What is ready at `/large`.
  static let largeBody = ByteBuffer(repeating: 0x61, count: 1 << 20)
  /// What is ready at `/filed`, in a memory file, too: each of its parts is different.
  static let filed = response(
    .ok, ByteBuffer(string: (0..<100_000).map(String.init).joined(separator: " "))
  ).sentByFile
  /// The example of RFC 9110 §5.6.7.
  static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  /// What is in memory.
  @Sendable static func route(_ head: RequestHead) -> Routing {
    switch head.target {
    case _ where head.method != .get && head.method != .head: .fallback
    case "/ready":
      head.list(of: .ifNoneMatch) == "\"r\""
        ? .ready(Response(.notModified, group: 0, fields: [("ETag", "\"r\"")], body: ByteBuffer()))
        : .ready(response(.ok, ByteBuffer(string: "ready")))
    case "/large": .ready(response(.ok, largeBody))
    case "/filed": .ready(filed)
    case "/middle": .ready(response(.ok, ByteBuffer(repeating: 0x62, count: 500)))
    case "/missing": .ready(response(.notFound, ByteBuffer()))
    case "/events":
      .events(
        Response(
          .ok, group: 0, fields: [("Content-Type", "text/event-stream")],
          body: ByteBuffer(string: "begin\n\n")))
    default: .fallback
    }
  }

  static func response(_ status: Status, _ body: ByteBuffer) -> Response {
    Response(
      status, group: 0, fields: [("Content-Length", "\(body.readableBytes)")], body: body)
  }

  /// Says in a field what was refused.
  @Sendable static func refuse(_ refusal: Refusal) -> Response {
    Response(
      .badRequest, group: 0, fields: [("Refusal", "\(refusal)"), ("Content-Length", "0")],
      body: ByteBuffer())
  }
}

/// Runs a listener until `body` is done.
func withPort<Value: Sendable>(
  _ limits: DeliveryLimits = .standard, accessLog: AccessLog? = nil,
  _ body: @Sendable @escaping (Port) async throws -> Value
) async throws -> Value {
  let (held, holding) = AsyncStream.makeStream(of: Void.self)
  let (released, releases) = AsyncStream.makeStream(of: Void.self)
  let (bound, binding) = AsyncStream.makeStream(of: Int.self)
  let events = EventFeed()
  let fallback = Fallback(holding: holding, released: released)
  let made = Counter()
  let delivery = Delivery(
    limits: limits,
    responder: Responder(
      makeRouter: { Port.route }, respond: { await fallback.respond(to: $0) }, refuse: Port.refuse),
    events: events, date: { DateField(value: Port.date, left: .seconds(1)) },
    makeRequestID: { "made-\(made.next())" },
    accessLog: accessLog)
  let (stopped, stopping) = AsyncStream.makeStream(of: Void.self)
  return try await withThrowingTaskGroup(of: Value?.self) { group in
    group.addTask {
      try await testGracefulShutdown { trigger in
        async let listening: Void = delivery.listen(
          host: "127.0.0.1", port: 0, backlog: 1_024, isShared: false
        ) { binding.yield($0?.port ?? 0) }
        for await _ in stopped { trigger.triggerGracefulShutdown() }
        try await listening
      }
      return nil
    }
    group.addTask {
      var ports = bound.makeAsyncIterator()
      let number = await ports.next() ?? 0
      return try await body(
        Port(
          number: number, delivery: delivery, held: held, releases: releases, events: events,
          stop: { stopping.yield() }))
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
private struct Fallback: Sendable {
  let holding: AsyncStream<Void>.Continuation
  let released: AsyncStream<Void>

  func respond(to head: RequestHead) async -> Response {
    if head.target == "/held" {
      holding.yield()
      for await _ in released { break }
    }
    return Port.response(.ok, ByteBuffer(string: "\(head.methodName) \(head.target)"))
  }
}

/// Counts from 1.
private final class Counter: Sendable {
  private let count = Atomic(0)

  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
}
