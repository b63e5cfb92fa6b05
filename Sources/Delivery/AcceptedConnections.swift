import NIOCore

/// The connections of a port, on the event loop of the port: accepts no more than it may have, and
/// lets all end when the port is to close.
final class AcceptedConnections: ChannelDuplexHandler {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel
  typealias OutboundIn = Never
  typealias OutboundOut = Never

  /// Says that connections are to be closed, whatever they are about.
  struct Abandoning: Sendable {}

  private let limit: Int
  private let loops: any EventLoopGroup
  private let ended: @Sendable () -> Void
  private var open: [ObjectIdentifier: any Channel] = [:]
  private var waitsForPlace = false
  private var isStopping = false
  private var isClosed = false
  /// Whether a connection was accepted since it was last seen that all are made ready.
  private var hasNew = false

  /// `loops` are those of the connections; `ended` is called once the port and all of its
  /// connections are closed.
  init(limit: Int, on loops: any EventLoopGroup, ended: @escaping @Sendable () -> Void) {
    self.limit = limit
    self.loops = loops
    self.ended = ended
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let connection = Self.unwrapInboundIn(data)
    let key = ObjectIdentifier(connection)
    open[key] = connection
    hasNew = true
    connection.closeFuture.hop(to: context.eventLoop).assumeIsolated().whenComplete { [self] _ in
      open[key] = nil
      settle(context)
    }
    context.fireChannelRead(data)
  }

  func read(context: ChannelHandlerContext) {
    waitsForPlace = open.count >= limit
    if !waitsForPlace, !isStopping { context.read() }
  }

  func channelInactive(context: ChannelHandlerContext) {
    isClosed = true
    // The system may close a port, too: then the process is to end, and not to serve who is there.
    if !isStopping { askToEnd() }
    settle(context)
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent:
      isStopping = true
      stop(context)
    case is Abandoning:
      context.close(promise: nil)
      for connection in open.values {
        connection.pipeline.fireUserInboundEventTriggered(Abandoning())
      }
    default:
      context.fireUserInboundEventTriggered(event)
    }
  }

  /// Closes the port once all that was accepted is made ready, as NIO drops what is not; then each
  /// connection ends after the request that it is at.
  private func stop(_ context: ChannelHandlerContext) {
    hasNew = false
    let rounds = loops.makeIterator().map { $0.submit {} }
    EventLoopFuture.andAllComplete(rounds, on: context.eventLoop).assumeIsolated()
      .whenComplete { [self] _ in
        guard !hasNew else { return stop(context) }
        context.close(promise: nil)
        askToEnd()
      }
  }

  private func askToEnd() {
    for connection in open.values {
      connection.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
  }

  private func settle(_ context: ChannelHandlerContext) {
    if isClosed {
      if open.isEmpty { ended() }
    } else if waitsForPlace, open.count < limit, !isStopping {
      context.read()
    }
  }
}
