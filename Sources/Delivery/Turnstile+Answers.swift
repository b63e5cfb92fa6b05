import NIOCore
import Sockets

/// What leaves: ready answers past the channel, and by way of it what has to wait or comes from the
/// slow path.
extension Turnstile {
  /// Answers why nothing is answered, and ends.
  func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
    share.counts.refused.count()
    write(share.refusals(refusal), isWithBody: true, .close, context)
    end(context)
  }

  /// Has an answer that is ready leave soon, behind all that was written before.
  func write(
    _ answer: ReadyAnswer, isWithBody: Bool, _ option: ConnectionOption?,
    _ context: ChannelHandlerContext
  ) {
    let bodyBytes = isWithBody ? answer.body.readableBytes : 0
    let isJoined = bodyBytes > 0 && bodyBytes <= limits.maxJoinedBytes
    let head = share.head(
      of: answer, with: isJoined ? answer.body : nil, connection: option, at: clock.now)
    let body = bodyBytes > 0 && !isJoined ? answer.body : ByteBuffer()
    let answer = UnsentAnswer(head: head, body: body)
    handedBytes += answer.byteCount
    clock.idleSince = clock.now
    if needsFlush || !isQueueEmpty {
      // Several of one client are told to the system at once.
      queueUnsent(context)
      queue(answer, context)
    } else {
      unsent = answer
    }
    if !needsFlush {
      needsFlush = true
      share.flushSoon(self)
    }
  }

  /// Whether the channel has nothing that would have to leave before; it is asked as seldom as
  /// possible.
  private var isQueueEmpty: Bool {
    if hasQueued, unwrittenBytes == 0 { hasQueued = false }
    return !hasQueued
  }

  private func queue(_ answer: UnsentAnswer, _ context: ChannelHandlerContext) {
    hasQueued = true
    context.write(Self.wrapOutboundOut(.byteBuffer(answer.head)), promise: nil)
    if answer.body.readableBytes > 0 {
      context.write(Self.wrapOutboundOut(.byteBuffer(answer.body)), promise: nil)
    }
    clock.writes()
  }

  private func queueUnsent(_ context: ChannelHandlerContext) {
    guard let answer = unsent else { return }
    unsent = nil
    queue(answer, context)
  }

  /// Hands over what is ready and was written: to the system, and what that does not take to the
  /// channel, which waits until it does.
  func flushNow() {
    guard needsFlush else { return }
    needsFlush = false
    guard let context else { return }
    if let answer = unsent {
      unsent = nil
      let rest = context.channel.isActive ? answer.send(on: socket) : answer
      guard let rest else { return }
      queue(rest, context)
      arm(context)
    }
    context.flush()
  }

  /// What the slow path writes, and all that is no ready answer.
  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    flushNow()
    hasQueued = true
    handedBytes += Self.unwrapOutboundIn(data).readableBytes
    context.write(data, promise: promise)
  }

  func flush(context: ChannelHandlerContext) {
    clock.tick()
    context.flush()
    clock.writes()
    arm(context)
  }
}

/// An answer that will be sent when its loop has read what came.
struct UnsentAnswer {
  var head: ByteBuffer
  /// Empty when it stands behind the head.
  var body: ByteBuffer

  var byteCount: Int { head.readableBytes + body.readableBytes }

  /// Hands over what the system takes, and returns what is left; nil for nothing.
  func send(on socket: DirectSocket?) -> UnsentAnswer? {
    let sent = socket?.send(head, body) ?? 0
    guard sent < byteCount else { return nil }
    var rest = self
    let sentOfHead = min(sent, head.readableBytes)
    rest.head.moveReaderIndex(forwardBy: sentOfHead)
    rest.body.moveReaderIndex(forwardBy: sent - sentOfHead)
    return rest
  }
}
