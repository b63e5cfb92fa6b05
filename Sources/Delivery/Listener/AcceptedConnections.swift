import NIOCore

/// The connections of a port, on the port's event loop: limits their number, and ends all of them
/// when the port closes.
final class AcceptedConnections: ChannelInboundHandler, ChannelOutboundHandler {
  typealias InboundIn = any Channel
  typealias OutboundIn = Never

  private let limits: ServerLimits
  private let registry: ConnectionRegistry
  private let loops: any EventLoopGroup
  private let ended: @Sendable () -> Void
  private var open: [ObjectIdentifier: any Channel] = [:]
  private var phase = Phase.accepting

  private enum Phase {
    case accepting
    /// At the limit: no more are accepted until some have ended, and idle ones are searched for
    /// again after a pause.
    case full(Scheduled<Void>)
    /// The port is closing; `hasNew`: a connection was accepted since the last check that all are
    /// set up.
    case stopping(hasNew: Bool)
    case closed
  }

  /// `loops` are those of the connections; `ended` is called once the port and all of its
  /// connections are closed.
  init(
    limits: ServerLimits, registry: ConnectionRegistry, on loops: any EventLoopGroup,
    ended: @escaping @Sendable () -> Void
  ) {
    self.limits = limits
    self.registry = registry
    self.loops = loops
    self.ended = ended
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let connection = Self.unwrapInboundIn(data)
    let key = ObjectIdentifier(connection)
    open[key] = connection
    if case .stopping = phase { phase = .stopping(hasNew: true) }
    connection.closeFuture.hop(to: context.eventLoop).assumeIsolated().whenComplete { [self] _ in
      open[key] = nil
      connectionClosed(context)
    }
    context.fireChannelRead(data)
  }

  func read(context: ChannelHandlerContext) {
    switch phase {
    case .accepting where open.count <= limits.maxConnections:
      context.read()
    case .accepting:
      evict(context)
    case .full, .stopping, .closed:
      return
    }
  }

  /// Ends the idlest connections, retrying while all others are busy.
  private func evict(_ context: ChannelHandlerContext) {
    registry.evictIdlest(open.count - limits.maxConnections)
    let pause = TimeAmount(limits.evictionPause)
    phase = .full(
      context.eventLoop.assumeIsolated().scheduleTask(in: pause) {
        if case .full = self.phase { self.evict(context) }
      })
  }

  func channelInactive(context: ChannelHandlerContext) {
    // The system may close a port too: then the process must end, instead of serving only existing
    // connections.
    if case .stopping = phase {} else { askToEnd() }
    phase = .closed
    connectionClosed(context)
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is ChannelShouldQuiesceEvent else {
      return context.fireUserInboundEventTriggered(event)
    }
    stop(context)
  }

  /// Closes the port once all accepted connections are set up, because NIO drops others; then each
  /// connection ends after its current request.
  private func stop(_ context: ChannelHandlerContext) {
    phase = .stopping(hasNew: false)
    let rounds = loops.makeIterator().map { $0.submit {} }
    EventLoopFuture.andAllComplete(rounds, on: context.eventLoop).assumeIsolated()
      .whenComplete { [self] _ in
        if case .stopping(hasNew: true) = phase { return stop(context) }
        context.close(promise: nil)
        askToEnd()
      }
  }

  private func askToEnd() {
    for connection in open.values {
      connection.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
  }

  private func connectionClosed(_ context: ChannelHandlerContext) {
    switch phase {
    case .full(let eviction) where open.count <= limits.maxConnections:
      eviction.cancel()
      phase = .accepting
      context.read()
    case .closed where open.isEmpty:
      ended()
    case .accepting, .full, .stopping, .closed:
      return
    }
  }
}
