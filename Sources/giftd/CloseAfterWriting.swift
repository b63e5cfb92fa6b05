import NIOCore

/// Lets a connection close only when what was written has left for the network.
///
/// Hummingbird closes a connection that is told to end as soon as the last answer was handed to it;
/// what a slow client has not taken by then would be lost. The wait is bounded, so a client that
/// does not read at all cannot hold up the end of the process.
final class CloseAfterWriting: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = Any

  private let limit: TimeAmount
  private var unfinishedWrites = 0
  private var closing: EventLoopPromise<Void>?

  init(limit: TimeAmount) {
    self.limit = limit
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    unfinishedWrites += 1
    let written = promise ?? context.eventLoop.makePromise()
    written.futureResult.assumeIsolated().whenComplete { [self] _ in
      unfinishedWrites -= 1
      if unfinishedWrites == 0 { closeNow(context) }
    }
    context.write(data, promise: written)
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    if let closing, mode == .all {
      closing.futureResult.cascade(to: promise)
    } else if mode == .all, unfinishedWrites > 0 {
      closing = promise ?? context.eventLoop.makePromise()
      context.flush()
      context.eventLoop.assumeIsolated().scheduleTask(in: limit) { [self] in closeNow(context) }
    } else {
      context.close(mode: mode, promise: promise)
    }
  }

  private func closeNow(_ context: ChannelHandlerContext) {
    guard let closing else { return }
    self.closing = nil
    context.close(mode: .all, promise: closing)
  }
}
