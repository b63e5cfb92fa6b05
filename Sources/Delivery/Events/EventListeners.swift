import NIOCore

/// The connections of one event loop that listen to events.
final class EventListeners {
  private let loop: any EventLoop
  private let limits: EventLimits
  private var handlers: [ObjectIdentifier: RequestHandler] = [:]
  private var heartbeat: Scheduled<Void>?

  init(on loop: any EventLoop, _ limits: EventLimits) {
    self.loop = loop
    self.limits = limits
  }

  func add(_ handler: RequestHandler) {
    handlers[ObjectIdentifier(handler)] = handler
    if heartbeat == nil { scheduleHeartbeat() }
  }

  func remove(_ handler: RequestHandler) {
    handlers[ObjectIdentifier(handler)] = nil
    guard handlers.isEmpty else { return }
    heartbeat?.cancel()
    heartbeat = nil
  }

  /// Sends the latest event to all of them.
  func tell() {
    visit(Array(handlers.values)[...]) { $0.tellLatest() }
  }

  private func scheduleHeartbeat() {
    heartbeat = loop.assumeIsolated().scheduleTask(in: TimeAmount(limits.heartbeat)) { [self] in
      visit(Array(handlers.values)[...]) { $0.beat() }
      scheduleHeartbeat()
    }
  }

  /// Calls `body` for all of them, in batches, except those that left meanwhile.
  ///
  /// A loop reads nothing while immediate tasks are pending, so the next batch is scheduled for
  /// later.
  private func visit(_ rest: ArraySlice<RequestHandler>, _ body: @escaping (RequestHandler) -> Void)
  {
    rest.prefix(limits.clientsAtOnce).forEach(body)
    let others = rest.dropFirst(limits.clientsAtOnce)
    guard !others.isEmpty else { return }
    loop.assumeIsolated().scheduleTask(in: TimeAmount(limits.pause)) { self.visit(others, body) }
  }
}
