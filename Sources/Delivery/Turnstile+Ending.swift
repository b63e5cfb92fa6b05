import NIOCore

extension Turnstile {
  /// Closes our side as soon as everything is written, and listens on for a while: a socket that is
  /// closed with unread bytes takes back what the client has not read (RFC 9112 §9.6).
  func end(_ context: ChannelHandlerContext) {
    guard !isEnding else { return }
    arrived = ByteBuffer()
    close(context: context, mode: .output, promise: nil)
  }

  /// Hummingbird's way to close, too: it does so as soon as the last answer was handed over.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode != .input else {
      context.close(mode: .input, promise: promise)
      return
    }
    // What was never open has nothing to write, and nobody would say that it is written.
    guard context.channel.isActive else {
      context.close(mode: mode, promise: promise)
      return
    }
    clock.tick()
    flushNow()
    if !isEnding {
      stage = .ending(since: clock.now, isClosed: false)
    }
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenComplete { [self] _ in
      closeNow(context, mode: mode, promise: promise)
    }
    context.writeAndFlush(Self.wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: written)
    clock.writes()
    if context.channel.isActive { arm(context) }
  }

  private func closeNow(
    _ context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
  ) {
    clock.tick()
    stage = .ending(since: clock.now, isClosed: true)
    context.close(mode: mode, promise: promise)
    if context.channel.isActive {
      arm(context)
      // The slow path may be gone, and with it its wish to read.
      context.read()
    }
  }

  /// The client sends nothing more: the slow path is told once nothing is left that came before.
  func settleInputEnd(_ context: ChannelHandlerContext) {
    guard hasInputEnded, !waitsForSlowPath else { return }
    endEvents(context)
    if slow == nil, arrived.readableBytes == 0 || isWritable { end(context) }
    if hasUntoldInputEnd, arrived.readableBytes == 0 {
      hasUntoldInputEnd = false
      context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }
  }
}
