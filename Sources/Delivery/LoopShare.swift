import Glibc
import NIOCore
import Synchronization

/// What the connections of one event loop share, without locks.
///
/// Answers leave for several connections at once when the loop has read what came: a client that is
/// woken by each answer takes the processor away each time.
final class LoopShare {
  private let loop: any EventLoop
  let limits: DeliveryLimits
  let counts: LoopCounts
  let slowRequests: Places
  let events: EventFeed
  let eventPlaces: Places
  let refusals: Refusals
  let ready: ReadyAnswers
  /// Takes a connection that needs the slow path.
  let hand: @Sendable (SlowConnection) -> Void
  /// Reads one head after the other, whichever connection it is of.
  var reader: HeadReader
  private let dateNow: @Sendable () -> String
  private var dateText = ""
  private var dateLine = ByteBuffer()
  private var dateEnds = NIODeadline.uptimeNanoseconds(0)
  /// Room for heads, used again as soon as they have been written.
  private var rooms: [ByteBuffer] = []
  private var nextRoom = 0
  /// Connections that have written and not flushed.
  private var unflushed: [Turnstile] = []
  /// How many answers were made since the processor was last offered to others.
  private var sinceYield = 0
  private var isFlushDue = false
  private var isFlushing = false

  /// The share of the connections on `loop`; to be called there.
  init(
    on loop: any EventLoop, limits: DeliveryLimits, counts: LoopCounts, slowRequests: Places,
    events: EventFeed, eventPlaces: Places, date: @escaping @Sendable () -> String,
    refusals: @escaping Refusals, ready: @escaping ReadyAnswers,
    hand: @escaping @Sendable (SlowConnection) -> Void
  ) {
    self.loop = loop
    self.limits = limits
    self.counts = counts
    self.slowRequests = slowRequests
    self.events = events
    self.eventPlaces = eventPlaces
    self.refusals = refusals
    // One of the loop's own: counting references to what is shared makes the loops wait.
    self.ready = { ready($0) }
    self.hand = hand
    reader = HeadReader(limits: limits)
    dateNow = date
  }

  /// How many connections may wait to be flushed: many more, and what is known of the first is no
  /// longer near when its turn comes.
  private static let maxUnflushed = 16
  /// After how many connections were answered others may have the processor: not after one, where
  /// it would be offered again and again to those who send byte by byte.
  private static let minYielding = 8
  /// How many heads may wait to be flushed before room is made anew; a connection may have several.
  private static let maxRooms = 64

  /// What the field `Date` says, made at most once a second.
  func date(at now: NIODeadline) -> String {
    if now >= dateEnds { renewDate(at: now) }
    return dateText
  }

  private func renewDate(at now: NIODeadline) {
    dateText = dateNow()
    dateLine = ByteBuffer(string: "Date: \(dateText)\r\n")
    dateEnds = now + .seconds(1)
  }

  /// The whole head of an answer, and `body`, if it is short, behind it.
  func head(
    of answer: ReadyAnswer, with body: ByteBuffer?, connection: ConnectionOption?,
    at now: NIODeadline
  ) -> ByteBuffer {
    if now >= dateEnds { renewDate(at: now) }
    if nextRoom == rooms.count { rooms.append(ByteBuffer()) }
    let room = nextRoom
    nextRoom = (nextRoom + 1) % Self.maxRooms
    Self.compose(answer.head, dateLine, connection, body, in: &rooms[room])
    return rooms[room]
  }

  private static func compose(
    _ head: [UInt8], _ date: ByteBuffer, _ connection: ConnectionOption?, _ body: ByteBuffer?,
    in room: inout ByteBuffer
  ) {
    room.clear()
    room.writeBytes(head)
    room.writeImmutableBuffer(date)
    switch connection {
    case .close: room.writeStaticString("Connection: close\r\n\r\n")
    case .keepAlive: room.writeStaticString("Connection: keep-alive\r\n\r\n")
    case nil: room.writeStaticString("\r\n")
    }
    if let body { room.writeImmutableBuffer(body) }
  }

  /// Flushes what a connection has written, together with what others write.
  func flushSoon(_ turnstile: Turnstile) {
    unflushed.append(turnstile)
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

  /// Lets who waits for this processor have it: often it is who was just answered, be it a proxy or
  /// another loop, and else waits until the system takes it away, a few milliseconds later.
  ///
  /// With nobody waiting it costs as little as a call can. Under load it makes the slowest answers
  /// several times faster, and beside processes that only compute none slower (`make
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
      unflushed[index].flushNow()
      index += 1
    }
    unflushed.removeAll(keepingCapacity: true)
    isFlushing = false
    nextRoom = 0
  }
}

/// What an answer says about its connection (RFC 9112 §9.3); nothing where HTTP/1.1 goes on.
enum ConnectionOption: String {
  case close
  case keepAlive = "keep-alive"
}

/// The share of each event loop, made when its first connection comes.
final class LoopShares: Sendable {
  private let shares = Mutex<[ObjectIdentifier: NIOLoopBound<LoopShare>]>([:])
  private let make: @Sendable (any EventLoop) -> LoopShare

  init(_ make: @escaping @Sendable (any EventLoop) -> LoopShare) {
    self.make = make
  }

  /// To be called on the loop.
  func share(of loop: any EventLoop) -> LoopShare {
    let share = shares.withLock { shares in
      let key = ObjectIdentifier(loop)
      if let share = shares[key] { return share }
      let share = NIOLoopBound(make(loop), eventLoop: loop)
      shares[key] = share
      return share
    }
    return share.value
  }
}
