import NIOCore
import Sockets

/// One connection: passes events to its state machine, and carries out its actions.
final class RequestHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = IOData

  let loop: EventLoopState
  /// When it was last idle, for evictions.
  let activity = ConnectionActivity()
  var machine: ConnectionStateMachine
  var output = SocketOutput()
  private(set) var context: ChannelHandlerContext?
  private var timer = ConnectionTimer()
  /// The listeners of its loop, while its client listens to events.
  private var listeners: EventListeners?
  /// The idle time noted last.
  private var idleSince: MonotonicTime?
  private var isPerforming = false
  /// Actions that came up while another was being carried out.
  private var deferred: [ConnectionAction] = []

  /// A connection on a loop, which begins now.
  init(on loop: EventLoopState) {
    self.loop = loop
    machine = ConnectionStateMachine(loop.shared, at: .now())
  }

  // MARK: Events of the channel

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    loop.counts.count(.opened)
    loop.registry.add(context.channel, activity)
    output = SocketOutput(of: context.channel)
    if context.channel.isActive { perform(.wait, at: .now()) }
  }

  func channelActive(context: ChannelHandlerContext) {
    perform(.wait, at: .now())
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let now = MonotonicTime.now()
    perform(machine.received(Self.unwrapInboundIn(data), at: now), at: now)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    let now = MonotonicTime.now()
    reportQueue(context, at: now)
    perform(machine.next(at: now), at: now)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    let now = MonotonicTime.now()
    switch event {
    case ChannelEvent.inputClosed: perform(machine.inputEnded(at: now), at: now)
    case is ChannelShouldQuiesceEvent: perform(machine.stop(at: now), at: now)
    // Responses waiting for a common flush count as written.
    case is ConnectionRegistry.Eviction where !output.needsFlush:
      perform(machine.evict(), at: now)
    case is ConnectionRegistry.Eviction: return
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    machine.closed()
    timer.cancel()
    leaveListeners()
    output = SocketOutput()
    self.context = nil
  }

  /// Also called for a channel that was never active.
  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    loop.registry.remove(context.channel)
    loop.counts.count(.closed)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The socket is useless now, and the client knows.
    context.close(promise: nil)
  }

  // MARK: Actions

  /// Carries out actions, one after the other, until there are no more.
  func perform(_ action: consuming ConnectionAction, at now: MonotonicTime) {
    guard !isPerforming else {
      deferred.append(action)
      return
    }
    isPerforming = true
    while let context {
      if case .wait = action {
        guard !deferred.isEmpty else { break }
        action = deferred.removeFirst()
      } else {
        action = next(after: action, context, at: now)
      }
    }
    isPerforming = false
    deferred.removeAll()
    guard let context else { return }
    if machine.idleSince != idleSince {
      idleSince = machine.idleSince
      activity.note(idleSince: idleSince.map { _ in loop.second(at: now) })
    }
    if machine.mayRead { context.read() }
    setTimer(context)
  }

  /// Carries out one action, and returns the next.
  private func next(
    after action: ConnectionAction, _ context: ChannelHandlerContext, at now: MonotonicTime
  ) -> ConnectionAction {
    switch action {
    case .wait: return .wait
    case .route(let head): return route(head, context, at: now)
    case .refuse(let refusal): return refuse(refusal, nil, at: now)
    case .write(let response):
      write(response, context, at: now)
      return machine.next(at: now)
    case .beginEvents(let response):
      // First, because if the client has left, writing detects it and removes the listener.
      listen()
      loop.counts.count(response.response, bodyBytes: response.response.body.readableBytes)
      writeThrough(loop.bytes(of: response, isJoined: true, at: now), context)
      flushNow()
      return offerLatest()
    case .writeEvent(let bytes):
      writeThrough(bytes, context)
      return flush(context, at: now)
    case .skipEvent:
      loop.counts.count(.eventSkipped)
      return .wait
    case .offerEvent: return offerLatest()
    case .endEvents(let bytes):
      leaveListeners()
      if bytes.readableBytes > 0 { writeThrough(bytes, context) }
      return machine.next(at: now)
    case .flush: return flush(context, at: now)
    case .closeOutput:
      context.close(mode: .output, promise: nil)
      return .wait
    case .close(let cause):
      if let cause { loop.counts.count(cause) }
      flushNow()
      context.close(mode: .all, promise: nil)
      return .wait
    }
  }

  // MARK: Requests

  private func route(
    _ head: RequestHead, _ context: ChannelHandlerContext, at now: MonotonicTime
  ) -> ConnectionAction {
    switch loop.route(head) {
    case .events(let response) where head.method == .get:
      guard loop.delivery.eventClients.acquire() else {
        return refuse(loop.overloaded, head, at: now)
      }
      if loop.isNextLogged() {
        loop.delivery.accessLog?.write(
          AccessRecord(response: response, head: head, requestID: loop.requestID(of: head)))
      }
      let action = machine.beginEvents(response)
      if !machine.isStreaming { loop.delivery.eventClients.release() }
      return action
    case .ready(let response), .events(let response):
      loop.counts.count(.ready)
      return respond(response, to: head, at: now)
    case .fallback:
      guard loop.delivery.fallbackRequests.acquire() else {
        return refuse(loop.overloaded, head, at: now)
      }
      loop.counts.count(.fallback)
      askFallback(head.identified(by: loop.requestID(of: head)), context)
      return .wait
    }
  }

  private func askFallback(_ head: RequestHead, _ context: ChannelHandlerContext) {
    let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
    loop.run {
      [limit = loop.delivery.fallbackRequests, respond = loop.delivery.responder.respond] in
      let response = await respond(head)
      // Not before, even if the client has left, because the limit is on work.
      limit.release()
      handler.eventLoop.execute {
        let (handler, now) = (handler.value, MonotonicTime.now())
        handler.perform(handler.respond(response, to: head, at: now), at: now)
      }
    }
  }

  private func refuse(
    _ refusal: Refusal, _ head: RequestHead?, at now: MonotonicTime
  ) -> ConnectionAction {
    switch refusal {
    case .overloaded: loop.counts.count(.overloaded)
    case .timedOut: loop.counts.count(.late)
    case .malformed, .hostMalformed, .methodUnknown, .targetMalformed, .targetTooLong,
      .fieldsTooLarge:
      loop.counts.count(.refused)
    }
    return respond(loop.delivery.responder.refuse(refusal), to: head, at: now)
  }

  private func respond(
    _ response: Response, to head: RequestHead?, at now: MonotonicTime
  ) -> ConnectionAction {
    let isLogged = loop.isNextLogged()
    guard isLogged || response.status.isError else { return machine.respond(response, at: now) }
    let id = loop.requestID(of: head)
    if isLogged {
      loop.delivery.accessLog?.write(AccessRecord(response: response, head: head, requestID: id))
    }
    return machine.respond(
      response.status.isError ? response.identified(by: id) : response, at: now)
  }

  // MARK: Events

  private func listen() {
    loop.counts.count(.eventClientCame)
    output.letGoOfVanished(after: loop.delivery.limits.events.vanished)
    listeners = loop.listeners
    listeners?.add(self)
  }

  private func offerLatest() -> ConnectionAction {
    guard let event = loop.delivery.events.latest else { return .wait }
    let action = machine.offer(event)
    if case .writeEvent = action { loop.counts.count(.eventSent) }
    return action
  }

  /// Sends the client the latest event, unless it has it.
  func tellLatest() {
    perform(offerLatest(), at: .now())
  }

  /// Writes a heartbeat.
  func beat() {
    perform(machine.beat(), at: .now())
  }

  private func leaveListeners() {
    guard let listeners else { return }
    self.listeners = nil
    listeners.remove(self)
    loop.delivery.eventClients.release()
    loop.counts.count(.eventClientLeft)
  }

  // MARK: Time

  /// Sets a timer for the earliest deadline, or before it.
  private func setTimer(_ context: ChannelHandlerContext) {
    guard let deadline = machine.deadline, timer.isNeeded(for: deadline) else { return }
    let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline.deadline) {
      [self] in
      timer.fired(deadline)
      guard let context = self.context else { return }
      let now = MonotonicTime.now()
      perform(
        machine.timeout(
          handedBytes: output.handedBytes, takenBytes: takenBytes(context), at: now), at: now)
    }
    timer.set(task, at: deadline)
  }
}
