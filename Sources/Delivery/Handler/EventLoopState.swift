import Glibc
import NIOCore

/// What the connections of one event loop share, without locks.
///
/// Responses leave for several connections at once when the loop has read what came: a client that
/// is woken by each response takes the processor away each time.
final class EventLoopState {
  private let loop: any EventLoop
  let delivery: Delivery
  let counts: LoopCounts
  let registry: ConnectionRegistry
  /// What their state machines share.
  let shared: SharedConnectionState
  /// Those that listen to events on this loop.
  let listeners: EventListeners
  /// Runs what waits for the fallback.
  let run: @Sendable (@escaping FallbackWork) -> Void
  /// Looks at what is in memory.
  ///
  /// It is the loop's own: counting references to what loops share makes them wait for each other.
  let route: Responder.Router
  private var responseHeads = HeadBuffers()
  private var accessCount = 0
  /// Connections that have written and not flushed.
  private var unflushed: [RequestHandler] = []
  /// How many responses were made since the processor was last offered to others.
  private var sinceYield = 0
  private var isFlushDue = false
  private var isFlushing = false

  /// The state of the connections on `loop`; to be made there.
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

  /// How many connections may wait to be flushed: many more, and what is known of the first is no
  /// longer near when its turn comes.
  private static let maxUnflushed = 16
  /// After how many connections were answered others may have the processor: not after one, where
  /// it would be offered again and again to those who send byte by byte.
  private static let minYielding = 8

  /// Whether so many connections are open that long bodies are better not copied for each.
  var isCrowded: Bool { counts.openConnections >= delivery.limits.socket.crowdedConnections }

  // MARK: Requests

  var overloaded: Refusal {
    .overloaded(retryAfterSeconds: delivery.limits.server.retryAfterSeconds)
  }

  /// What a request is called: what its client called it, or a name of our own.
  func requestID(of head: RequestHead?) -> String { head?.requestID ?? delivery.makeRequestID() }

  /// Whether the next response is the one of so many that is logged.
  func isNextLogged() -> Bool {
    guard let log = delivery.accessLog else { return false }
    accessCount += 1
    return accessCount % log.interval == 0
  }

  // MARK: Responses

  /// The bytes of a response's head, and its body after them if it is `isJoined`.
  func bytes(of outgoing: OutgoingResponse, isJoined: Bool, at now: MonotonicTime) -> ByteBuffer {
    responseHeads.renew(at: now, delivery.date)
    return responseHeads.compose(outgoing, isJoined: isJoined)
  }

  /// The second of the loop's clock in which the last response was written, or now.
  func second(at now: MonotonicTime) -> Int64 {
    responseHeads.renew(at: now, delivery.date)
    return responseHeads.second
  }

  /// Flushes what a connection has written, together with what others write.
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

  /// Lets others have this processor if they wait for it: often it is whoever was just answered, be
  /// it a proxy or another loop, and it waits until the system takes it away, milliseconds later.
  ///
  /// With nobody waiting it costs as little as a call can. Under load it makes the slowest
  /// responses several times faster, and beside processes that only compute none slower (`make
  /// bench-delivery` shows the first).
  private func yield() {
    guard sinceYield >= Self.minYielding else { return }
    sinceYield = 0
    sched_yield()
  }

  private func flushAll() {
    guard !isFlushing else { return }
    isFlushing = true
    // What is flushed may lead to more being written, which is then flushed in its turn.
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

/// Where the heads of responses are put together: the same buffers again and again, as soon as they
/// have been written.
private struct HeadBuffers: ~Copyable {
  private var buffers: [ByteBuffer] = []
  private var next = 0
  private var dateLine = ByteBuffer()
  private var dateEnds = MonotonicTime(elapsed: .zero)
  /// When the date was made, in seconds of the loop's clock.
  private(set) var second: Int64 = 0

  /// How many heads may wait to be flushed before buffers are made anew; a connection may have
  /// several.
  private static let maxBuffers = 64

  /// Makes the line of the date, at most once a second.
  mutating func renew(at now: MonotonicTime, _ date: () -> String) {
    guard now >= dateEnds else { return }
    dateLine = ByteBuffer(string: "Date: \(date())\r\n")
    dateEnds = now + .seconds(1)
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

  /// What was put together so far has been written.
  mutating func recycle() { next = 0 }
}
