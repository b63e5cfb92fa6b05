import NIOCore

/// The connections of one event loop that listen to events.
final class EventListeners {
  private let loop: any EventLoop
  private let limits: DeliveryLimits
  private var turnstiles: [ObjectIdentifier: Turnstile] = [:]
  private var heartbeat: Scheduled<Void>?

  init(on loop: any EventLoop, _ limits: DeliveryLimits) {
    self.loop = loop
    self.limits = limits
  }

  func add(_ turnstile: Turnstile) {
    turnstiles[ObjectIdentifier(turnstile)] = turnstile
    if heartbeat == nil { scheduleHeartbeat() }
  }

  func remove(_ turnstile: Turnstile) {
    turnstiles[ObjectIdentifier(turnstile)] = nil
    guard turnstiles.isEmpty else { return }
    heartbeat?.cancel()
    heartbeat = nil
  }

  /// Tells all of them what was published last.
  func tell() {
    visit(Array(turnstiles.values)[...]) { $0.tellLatest() }
  }

  private func scheduleHeartbeat() {
    heartbeat = loop.assumeIsolated().scheduleTask(in: limits.eventHeartbeat) { [self] in
      visit(Array(turnstiles.values)[...]) { $0.beat() }
      scheduleHeartbeat()
    }
  }

  /// Calls `body` for all of them, part after part; who left meanwhile is not told.
  ///
  /// A loop reads nothing while there are tasks to do at once, so the next part is one for later.
  private func visit(_ rest: ArraySlice<Turnstile>, _ body: @escaping (Turnstile) -> Void) {
    rest.prefix(limits.eventClientsAtOnce).forEach(body)
    let others = rest.dropFirst(limits.eventClientsAtOnce)
    guard !others.isEmpty else { return }
    loop.assumeIsolated().scheduleTask(in: limits.eventPause) { self.visit(others, body) }
  }
}
