import NIOCore

/// One HTTP/1 connection: inputs in, actions out; no socket, no timer, no clock.
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
/// Every input returns an action. Bytes that arrive while a request is being answered are held, up
/// to a limit; bytes that arrive after the last request are discarded, up to another limit.
///
/// It is never copied, because that would take longer than most of its work.
struct ConnectionStateMachine: ~Copyable {
  private var state: State
  private(set) var input = Input.open(HeldInput())
  private var output = Output.clear
  private var requestCount = 0
  /// When the process began to stop; the connection ends after the last request received.
  private var stoppedAt: MonotonicTime?
  private let shared: SharedConnectionState

  /// A connection opened at `now`.
  init(_ shared: SharedConnectionState, at now: MonotonicTime) {
    self.shared = shared
    state = .idle(since: now)
  }

  private var limits: ConnectionLimits { shared.limits }

  private enum State {
    /// No byte of a request has arrived.
    case idle(since: MonotonicTime)
    /// Part of a head has arrived, its first byte at this time.
    case receiving(since: MonotonicTime)
    /// A request was passed on and is not answered yet.
    case answering(Exchange)
    /// Events are being written.
    case streaming(EventStream)
    /// Nothing more is answered; a flush was not requested yet.
    case ending
    /// Nothing more is answered; not everything written is taken yet.
    case flushing
    /// Our side is closed.
    case lingering(until: MonotonicTime)
    /// Both sides are closed.
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

  /// Bytes have arrived.
  mutating func received(_ bytes: ByteBuffer, at now: MonotonicTime) -> ConnectionAction {
    input.append(bytes, limits, shared.headLimits)
    switch state {
    case .idle, .receiving: return next(at: now)
    case .streaming:
      // Unsolicited bytes may never end.
      return isInputUsedUp ? endEvents() : .wait
    case .answering, .ending, .flushing, .lingering, .closed: return .wait
    }
  }

  /// The client has closed its side.
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

  /// Continues with the held input.
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

  /// The idle state, keeping its start time through empty lines.
  private func idle(at now: MonotonicTime) -> State {
    if case .idle = state { return state }
    return .idle(since: now)
  }

  private mutating func refuse(_ refusal: Refusal) -> ConnectionAction {
    state = .answering(
      Exchange(isHead: input.beginsWithHEAD, isVersion10: false, isLast: true, lastEventID: nil))
    return .refuse(refusal)
  }

  /// The response to the current request; ignored if the connection has ended meanwhile.
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

  /// Whether the process is stopping and no request is pending, or one has waited too long.
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

  /// Answers the current request with events, until the client leaves or the process stops; with
  /// only `response` if that has already happened.
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

  /// Offers an event; one that the client already has is not written again.
  mutating func offer(_ event: StreamEvent) -> ConnectionAction {
    guard case .streaming(var stream) = state else { return .wait }
    defer { state = .streaming(stream) }
    return stream.offer(event)
  }

  /// Sends a heartbeat, so that proxies see that the connection is in use.
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

  /// The system has taken everything written.
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
      // Until then the client was busy reading.
      state = .idle(since: now)
      return next(at: now)
    case .receiving: return next(at: now)
    case .answering, .ending, .lingering, .closed: return .wait
    }
  }

  /// Part of the `handedBytes` written in all is not taken yet; `isBlocked`: so much that nothing
  /// more should be answered.
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

  /// When to call `timeout`; may become earlier over time; nil means never.
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

  /// Nil while output is pending: then a request may wait, and the pace is the limit.
  private func idleEnd(since: MonotonicTime) -> MonotonicTime? {
    guard case .clear = output else { return nil }
    return since + (stoppedAt == nil ? limits.waits.idle : limits.waits.lastCall)
  }

  /// A deadline has passed; the client has taken `takenBytes` of the `handedBytes` ever written.
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
      // Nothing was received, and nothing is pending.
      return idleEnd(since: since).map { $0 <= now } == true ? close(nil) : .wait
    case .receiving(let since) where since + limits.waits.requestArrival <= now:
      return refuse(.timedOut)
    case .lingering(let until) where until <= now: return close(nil)
    case .receiving, .answering, .streaming, .ending, .flushing, .lingering, .closed: return .wait
    }
  }

  /// The process stops: requests already received are answered, and no others.
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

  /// Since when the connection could be closed without losing a response; nil if it cannot.
  var idleSince: MonotonicTime? {
    guard case .clear = output else { return nil }
    return switch state {
    case .idle(let since), .receiving(let since), .lingering(let since): since
    case .answering, .streaming, .ending, .flushing, .closed: nil
    }
  }

  /// Closes an idle connection, to free its slot for another.
  mutating func evict() -> ConnectionAction {
    idleSince == nil ? .wait : close(.evicted)
  }

  /// Both sides were closed, by either end.
  mutating func closed() {
    _ = close(nil)
  }
}
