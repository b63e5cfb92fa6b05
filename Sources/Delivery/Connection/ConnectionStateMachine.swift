import NIOCore

/// One connection of HTTP/1: what came and what is to be done; no socket, no timer, no clock.
///
/// ```
///              a head                respond
///   idle ─► receiving ─► answering ──────────► idle          one request at a time, in order
///                            │ beginEvents
///                            ▼                               the last response, the end of the
///                        streaming ─► ending ─► flushing     input, a wait that is over
///                                                  │ written
///                            closed ◄─ lingering ◄─┘
/// ```
///
/// Every input returns an action. What comes while a request is being answered is held, up to a
/// limit; what comes once no request will be answered any more is thrown away, up to another one.
///
/// It is never copied: that would take longer than most of what it does.
struct ConnectionStateMachine: ~Copyable {
  private var state: State
  private(set) var input = Input.open(HeldInput())
  private var output = Output.clear
  private var requestCount = 0
  /// Since when the process ends: the connection does with the last request that has come.
  private var stoppedAt: MonotonicTime?
  private let shared: SharedConnectionState

  /// A connection that is open since `now`.
  init(_ shared: SharedConnectionState, at now: MonotonicTime) {
    self.shared = shared
    state = .idle(since: now)
  }

  private var limits: ConnectionLimits { shared.limits }

  private enum State {
    /// No byte of a request has come.
    case idle(since: MonotonicTime)
    /// Part of a head has come, its first byte then.
    case receiving(since: MonotonicTime)
    /// A request was handed out, and its response has not come.
    case answering(Exchange)
    /// Events are written.
    case streaming(EventStream)
    /// Nothing more is answered, and nobody was asked to flush yet.
    case ending
    /// Nothing more is answered; what was written is not all taken yet.
    case flushing
    /// Our side is closed.
    case lingering(until: MonotonicTime)
    /// Both are.
    case closed
  }

  /// A request that is being answered.
  private struct Exchange {
    let isHead: Bool
    let isVersion10: Bool
    let isLast: Bool
    let lastEventID: String?
  }

  // MARK: Input

  /// Bytes have come.
  mutating func received(_ bytes: ByteBuffer, at now: MonotonicTime) -> ConnectionAction {
    input.append(bytes, limits, shared.headLimits)
    switch state {
    case .idle, .receiving: return next(at: now)
    case .streaming:
      // What nobody asked for has no end either.
      return isInputUsedUp ? endEvents() : .wait
    case .answering, .ending, .flushing, .lingering, .closed: return .wait
    }
  }

  /// The client sends nothing more.
  mutating func inputEnded(at now: MonotonicTime) -> ConnectionAction {
    input.end()
    switch state {
    case .idle, .receiving: return next(at: now)
    case .streaming: return endEvents()
    case .lingering: return close(nil)
    case .answering, .ending, .flushing, .closed: return .wait
    }
  }

  /// Whether more should be read.
  var mayRead: Bool {
    switch state {
    case .idle, .receiving: !output.isBlocked && !input.hasEnded
    case .answering:
      !output.isBlocked && !input.hasEnded && input.heldBytes < limits.pausedHeldBytes
    case .streaming, .ending, .flushing, .lingering: !isInputUsedUp
    case .closed: false
    }
  }

  private var isInputUsedUp: Bool { input.discardedBytes >= limits.maxDiscardedBytes }

  // MARK: Requests

  /// Goes on with what has come.
  mutating func next(at now: MonotonicTime) -> ConnectionAction {
    switch state {
    case .idle, .receiving: return output.isBlocked ? .wait : nextRequest(at: now)
    case .ending:
      state = .flushing
      return .flush
    case .answering, .streaming, .flushing, .lingering, .closed: return .wait
    }
  }

  private mutating func nextRequest(at now: MonotonicTime) -> ConnectionAction {
    switch input.parse(shared) {
    case .nothing:
      state = idle(at: now)
      return input.hasEnded ? end(at: now) : .wait
    case .incomplete:
      guard !input.hasEnded else { return end(at: now) }
      if case .idle = state { state = .receiving(since: now) }
      return .wait
    case .refused(let refusal): return refuse(refusal)
    case .head(let head): return route(head)
    }
  }

  private mutating func route(_ head: RequestHead) -> ConnectionAction {
    requestCount += 1
    state = .answering(
      Exchange(
        isHead: head.method == .head, isVersion10: head.isVersion10,
        isLast: !head.isPersistent || requestCount >= limits.maxRequests,
        lastEventID: head.list(of: .lastEventID).flatMap { id in
          id.utf8.count <= limits.maxEventIDBytes ? id : nil
        }))
    return .route(head)
  }

  /// A connection stays idle since when it became so, whatever empty lines come.
  private func idle(at now: MonotonicTime) -> State {
    if case .idle = state { return state }
    return .idle(since: now)
  }

  private mutating func refuse(_ refusal: Refusal) -> ConnectionAction {
    state = .answering(
      Exchange(isHead: input.beginsWithHEAD, isVersion10: false, isLast: true, lastEventID: nil))
    return .refuse(refusal)
  }

  /// The response to the request that was handed out; it comes to nothing when the connection has
  /// ended meanwhile.
  mutating func respond(_ response: Response, at now: MonotonicTime) -> ConnectionAction {
    guard case .answering(let exchange) = state else { return .wait }
    let isLast = exchange.isLast || isToStop(at: now)
    if isLast {
      endInput()
    } else {
      state = .idle(since: now)
    }
    let option: ConnectionOption? = isLast ? .close : exchange.isVersion10 ? .keepAlive : nil
    return .write(
      OutgoingResponse(response: response, isWithBody: !exchange.isHead, option: option))
  }

  /// Whether the process ends and no request waits, or has waited for too long.
  private func isToStop(at now: MonotonicTime) -> Bool {
    guard let stoppedAt else { return false }
    return input.heldBytes == 0 || stoppedAt + limits.waits.stop <= now
  }

  private mutating func endInput() {
    state = .ending
    input.discard()
  }

  private mutating func end(at now: MonotonicTime) -> ConnectionAction {
    endInput()
    return next(at: now)
  }

  private mutating func close(_ cause: DeliveryEvent?) -> ConnectionAction {
    state = .closed
    output = .clear
    input.discard()
    return .close(cause)
  }

  // MARK: Events

  /// Answers the request that was handed out with events, until the client leaves or the process
  /// ends; with `response` alone if that is already so.
  mutating func beginEvents(_ response: Response) -> ConnectionAction {
    guard case .answering(let exchange) = state else { return .wait }
    guard !input.hasEnded, stoppedAt == nil else {
      endInput()
      return .write(OutgoingResponse(response: response, isWithBody: true, option: .close))
    }
    input.discard()
    state = .streaming(EventStream(isChunked: !exchange.isVersion10, lastID: exchange.lastEventID))
    return .beginEvents(
      OutgoingResponse(
        response: response, isWithBody: true,
        option: exchange.isVersion10 ? .close : .closeAfterChunks))
  }

  /// Whether the client listens to events.
  var isStreaming: Bool {
    if case .streaming = state { return true }
    return false
  }

  /// There is an event; what the client has is not written again.
  mutating func offer(_ event: StreamEvent) -> ConnectionAction {
    guard case .streaming(var stream) = state else { return .wait }
    defer { state = .streaming(stream) }
    return stream.offer(event)
  }

  /// Lets whoever is on the way know that the connection is in use.
  mutating func beat() -> ConnectionAction {
    guard case .streaming(var stream) = state else { return .wait }
    defer { state = .streaming(stream) }
    return stream.beat()
  }

  private mutating func endEvents() -> ConnectionAction {
    guard case .streaming(let stream) = state else { return .wait }
    endInput()
    return .endEvents(stream.end)
  }

  // MARK: Output

  /// The system has taken all that was written.
  mutating func written(at now: MonotonicTime) -> ConnectionAction {
    output = .clear
    switch state {
    case .streaming(var stream):
      defer { state = .streaming(stream) }
      return stream.written()
    case .flushing:
      guard !input.hasEnded else { return close(nil) }
      state = .lingering(until: now + limits.waits.linger)
      return .closeOutput
    case .idle:
      // Until then its client had something to do.
      state = .idle(since: now)
      return next(at: now)
    case .receiving: return next(at: now)
    case .answering, .ending, .lingering, .closed: return .wait
    }
  }

  /// Some of what was written is not taken yet, of `handedBytes` in all; `isBlocked`: so much that
  /// nothing more should be answered.
  mutating func queued(handedBytes: Int, takenBytes: Int, isBlocked: Bool, at now: MonotonicTime) {
    if case .closed = state { return }
    let pace: Pace
    if case .queued(let running, _) = output {
      pace = running
    } else {
      pace = Pace(handedBytes: handedBytes, takenBytes: takenBytes, limits.pace, at: now)
    }
    output = .queued(pace, isBlocked: isBlocked)
  }

  // MARK: Time

  /// When `timeout` is to be called; may come earlier as time goes by, and nil means never.
  var deadline: MonotonicTime? {
    let wait: MonotonicTime? =
      switch state {
      case .idle(let since): idleEnd(since: since)
      case .receiving(let since): since + limits.waits.requestArrival
      case .lingering(let until): until
      case .answering, .streaming, .ending, .flushing, .closed: nil
      }
    guard case .queued(let pace, _) = output else { return wait }
    return wait.map { min($0, pace.until) } ?? pace.until
  }

  /// Not while something is to be taken: then a request may wait, and the pace is the limit.
  private func idleEnd(since: MonotonicTime) -> MonotonicTime? {
    guard case .clear = output else { return nil }
    return since + (stoppedAt == nil ? limits.waits.idle : limits.waits.lastCall)
  }

  /// Time has passed; the client has taken `takenBytes` of `handedBytes` that were ever written.
  mutating func timeout(
    handedBytes: Int, takenBytes: Int, at now: MonotonicTime
  ) -> ConnectionAction {
    if case .closed = state { return .wait }
    if case .queued(let pace, let isBlocked) = output, pace.until <= now {
      guard takenBytes >= pace.goal else { return close(.stalled) }
      output = .queued(
        Pace(handedBytes: handedBytes, takenBytes: takenBytes, limits.pace, at: now),
        isBlocked: isBlocked)
    }
    switch state {
    case .idle(let since):
      // Nothing has come, and nothing is to be written.
      return idleEnd(since: since).map { $0 <= now } == true ? close(nil) : .wait
    case .receiving(let since) where since + limits.waits.requestArrival <= now:
      return refuse(.timedOut)
    case .lingering(let until) where until <= now: return close(nil)
    case .receiving, .answering, .streaming, .ending, .flushing, .lingering, .closed: return .wait
    }
  }

  /// The process ends: requests that have come are answered, and no others.
  mutating func stop(at now: MonotonicTime) -> ConnectionAction {
    stoppedAt = now
    switch state {
    case .idle:
      state = .idle(since: now)
      return .wait
    case .streaming: return endEvents()
    case .receiving, .answering, .ending, .flushing, .lingering, .closed: return .wait
    }
  }

  /// Since when the connection could be given up without a response being lost; nil when not.
  var idleSince: MonotonicTime? {
    guard case .clear = output else { return nil }
    return switch state {
    case .idle(let since), .receiving(let since), .lingering(let since): since
    case .answering, .streaming, .ending, .flushing, .closed: nil
    }
  }

  /// Somebody else needs the place.
  mutating func evict() -> ConnectionAction {
    idleSince == nil ? .wait : close(.evicted)
  }

  /// Both sides are closed, whoever did it.
  mutating func closed() {
    _ = close(nil)
  }
}
