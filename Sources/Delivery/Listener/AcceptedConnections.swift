import NIOCore

/// The connections of a port, on the event loop of the port: accepts no more than it may have, and
/// lets all end when the port is to close.
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
    /// More than there may be are there: until some have ended, no more are accepted, and in a
    /// while it is looked again for who is idle.
    case full(Scheduled<Void>)
    /// The port is to close; `hasNew`: a connection was accepted since it was last seen that all
    /// are set up.
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

  /// Has the idlest end, again and again while all others are busy.
  private func evict(_ context: ChannelHandlerContext) {
    registry.evictIdlest(open.count - limits.maxConnections)
    let pause = TimeAmount(limits.evictionPause)
    phase = .full(
      context.eventLoop.assumeIsolated().scheduleTask(in: pause) {
        if case .full = self.phase { self.evict(context) }
      })
  }

  func channelInactive(context: ChannelHandlerContext) {
    // The system may close a port, too: then the process is to end, and not to serve those who are
    // there.
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

  /// Closes the port once all that was accepted is set up, as NIO drops what is not; then each
  /// connection ends after the request that it is at.
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
