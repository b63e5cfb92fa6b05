import Glibc
import NIOCore

/// The state shared by the connections of one event loop, without locks.
///
/// Responses to several connections are flushed together after reading: a client woken by each
/// response would take the processor away each time.
final class EventLoopState {
  private let loop: any EventLoop
  let delivery: Delivery
  let counts: LoopCounts
  let registry: ConnectionRegistry
  /// The state shared by their state machines.
  let shared: SharedConnectionState
  /// The connections that listen to events on this loop.
  let listeners: EventListeners
  /// Runs work of the fallback.
  let run: @Sendable (@escaping FallbackWork) -> Void
  /// Routes requests to responses in memory.
  ///
  /// Each loop has its own, because counting references to shared objects makes loops wait.
  let route: Responder.Router
  private var responseHeads = HeadBuffers()
  private var accessCount = 0
  /// Connections that have written and not flushed.
  private var unflushed: [RequestHandler] = []
  /// The responses since the last yield of the processor.
  private var sinceYield = 0
  private var isFlushDue = false
  private var isFlushing = false

  /// The state of the connections on `loop`; must be created there.
  init(
    on loop: any EventLoop, _ delivery: Delivery, _ registry: ConnectionRegistry,
    run: @escaping @Sendable (@escaping FallbackWork) -> Void
  ) {
    self.loop = loop
    self.delivery = delivery
    self.registry = registry
    self.run = run
    counts = delivery.counters.addLoop()
    shared = SharedConnectionState(
      head: delivery.limits.head, connection: delivery.limits.connection)
    route = delivery.responder.makeRouter()
    listeners = EventListeners(on: loop, delivery.limits.events)
    delivery.events.add(NIOLoopBound(listeners, eventLoop: loop))
  }

  /// The most connections waiting for a flush: with many more, the first would have left the
  /// caches.
  private static let maxUnflushed = 16
  /// The number of responses before a yield: not one, which clients sending byte by byte could
  /// exploit.
  private static let minYielding = 8

  /// Whether a body of this length in bytes is copied when it is sent.
  func copies(_ byteCount: Int) -> Bool {
    counts.openConnections * byteCount <= delivery.limits.socket.maxCopiedBytes
  }

  // MARK: Requests

  var overloaded: Refusal {
    .overloaded(retryAfterSeconds: delivery.limits.server.retryAfterSeconds)
  }

  /// The request's id: the client's, or a new one.
  func requestID(of head: RequestHead?) -> String { head?.requestID ?? delivery.makeRequestID() }

  /// Whether the next response is to be logged.
  func isNextLogged() -> Bool {
    guard let log = delivery.accessLog else { return false }
    accessCount += 1
    return accessCount % log.interval == 0
  }

  // MARK: Responses

  /// The bytes of a response's head, followed by its body if `isJoined`.
  func bytes(of outgoing: OutgoingResponse, isJoined: Bool, at now: MonotonicTime) -> ByteBuffer {
    responseHeads.renew(at: now, delivery.date)
    return responseHeads.compose(outgoing, isJoined: isJoined)
  }

  /// The second of the loop's clock of the last response, or the current one.
  func second(at now: MonotonicTime) -> Int64 {
    responseHeads.renew(at: now, delivery.date)
    return responseHeads.second
  }

  /// Schedules a flush of a connection's output, together with others'.
  func flushSoon(_ handler: RequestHandler) {
    unflushed.append(handler)
    sinceYield += 1
    if unflushed.count >= Self.maxUnflushed {
      flushAll()
    } else if !isFlushDue {
      isFlushDue = true
      loop.assumeIsolated().execute { [self] in
        isFlushDue = false
        flushAll()
        yield()
      }
    }
  }

  /// Yields the processor to waiting threads: often the client just answered, a proxy or another
  /// loop, which would otherwise wait until the system preempts, milliseconds later.
  ///
  /// If no thread waits, it costs only a system call. Under load it makes the slowest responses
  /// several times faster, and none slower beside processes that only compute (`make
  /// bench-delivery` shows the first).
  private func yield() {
    guard sinceYield >= Self.minYielding else { return }
    sinceYield = 0
    sched_yield()
  }

  private func flushAll() {
    guard !isFlushing else { return }
    isFlushing = true
    // A flush may cause further writes, which are then flushed too.
    var index = 0
    while index < unflushed.count {
      unflushed[index].flushWithOthers()
      index += 1
    }
    unflushed.removeAll(keepingCapacity: true)
    isFlushing = false
    responseHeads.recycle()
  }
}

/// Buffers for assembling heads of responses, reused as soon as they are written.
private struct HeadBuffers: ~Copyable {
  private var buffers: [ByteBuffer] = []
  private var next = 0
  private var dateLine = ByteBuffer()
  private var dateEnds = MonotonicTime(elapsed: .zero)
  /// The time of the `Date` line, in seconds of the loop's clock.
  private(set) var second: Int64 = 0

  /// The most heads waiting for a flush before new buffers are allocated; a connection may have
  /// several.
  private static let maxBuffers = 64

  /// Updates the `Date` line and the one with it, once a second.
  mutating func renew(at now: MonotonicTime, _ date: () -> DateField) {
    guard now >= dateEnds else { return }
    let field = date()
    dateLine = ByteBuffer(string: "Date: \(field.value)\r\n")
    if let further = field.companion {
      dateLine.writeString("\(further.name): \(further.value)\r\n")
    }
    dateEnds = now + min(field.left, .seconds(1))
    second = now.elapsed.components.seconds
  }

  mutating func compose(_ outgoing: OutgoingResponse, isJoined: Bool) -> ByteBuffer {
    if next == buffers.count { buffers.append(ByteBuffer()) }
    let index = next
    next = (next + 1) % Self.maxBuffers
    let body = isJoined ? outgoing.response.body : nil
    Self.write(outgoing.response.head, dateLine, outgoing.option, body, to: &buffers[index])
    return buffers[index]
  }

  private static func write(
    _ head: [UInt8], _ dateLine: ByteBuffer, _ option: ConnectionOption?, _ body: ByteBuffer?,
    to buffer: inout ByteBuffer
  ) {
    buffer.clear()
    buffer.writeBytes(head)
    buffer.writeImmutableBuffer(dateLine)
    switch option {
    case .close: buffer.writeStaticString("Connection: close\r\n\r\n")
    case .keepAlive: buffer.writeStaticString("Connection: keep-alive\r\n\r\n")
    case .closeAfterChunks:
      buffer.writeStaticString("Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
      if let body { buffer.writeImmutableBuffer(StreamEvent.chunk(body)) }
      return
    case nil: buffer.writeStaticString("\r\n")
    }
    if let body { buffer.writeImmutableBuffer(body) }
  }

  /// Marks all buffers as written.
  mutating func recycle() { next = 0 }
}
