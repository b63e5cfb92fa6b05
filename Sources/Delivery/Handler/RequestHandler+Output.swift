import NIOCore
import Sockets

/// What leaves a connection: responses past the channel, and by way of it what has to wait.
struct SocketOutput {
  /// The handler is the only one of its channel, so what leaves here would pass no other.
  let socket: DirectSocket?
  let options: (any NIOSynchronousChannelOptions)?
  /// All that was ever given to the socket or the channel.
  var handedBytes = 0
  /// A response that nobody was given yet; it is sent when the loop has read what came.
  var unsent: UnsentResponse?
  /// Whether the loop will flush.
  var needsFlush = false
  var queue = Queue.empty

  /// What the channel holds.
  enum Queue {
    case empty
    /// It was given something.
    case filled
    /// It will say when it has written all that it was given.
    case draining
  }

  /// Of no connection.
  init() {
    socket = nil
    options = nil
  }

  /// Of the channel of one.
  init(of channel: any Channel) {
    socket = DirectSocket(of: channel)
    options = channel.syncOptions
  }

  /// How many bytes the channel holds.
  var queuedBytes: Int {
    // Else the channel is closed, and nothing will be written.
    (try? options?.getOption(.bufferedWritableBytes)) ?? 0
  }

  /// A client that vanishes without a word leaves a socket that takes heartbeats for a quarter of
  /// an hour, and one of few places is its own for as long.
  func letGoOfVanished(after time: Duration) {
    // Else the connection is closed already.
    try? options?.setOption(.tcpOption(.userTimeout), value: Int(time / Duration.milliseconds(1)))
  }
}

/// A response that will be sent when its loop has read what came.
struct UnsentResponse {
  var head: ByteBuffer
  /// Nil when there is none, or it stands after the head.
  var body: ByteBuffer?
  /// The body, if the system has it.
  let file: BodyFile?

  var byteCount: Int { head.readableBytes + (body?.readableBytes ?? 0) }

  /// Hands over what the system takes, and returns what is left; nil for nothing.
  func send(on socket: DirectSocket?) -> UnsentResponse? {
    let sent: Int
    if let file {
      sent = socket?.send(head, file) ?? 0
    } else {
      sent = socket?.send(head, body) ?? 0
    }
    guard sent < byteCount else { return nil }
    var rest = self
    let sentOfHead = min(sent, head.readableBytes)
    rest.head.moveReaderIndex(forwardBy: sentOfHead)
    rest.body?.moveReaderIndex(forwardBy: sent - sentOfHead)
    return rest
  }
}

extension RequestHandler {
  /// Has a response leave soon, after all that was written before.
  func write(
    _ outgoing: OutgoingResponse, _ context: ChannelHandlerContext, at now: MonotonicTime
  ) {
    let bodyBytes = outgoing.isWithBody ? outgoing.response.body.readableBytes : 0
    loop.counts.count(outgoing.response, bodyBytes: bodyBytes)
    let isJoined = bodyBytes <= loop.delivery.limits.socket.maxJoinedBytes
    let response = UnsentResponse(
      head: loop.bytes(of: outgoing, isJoined: isJoined && bodyBytes > 0, at: now),
      body: isJoined ? nil : outgoing.response.body,
      file: isJoined || !loop.isCrowded ? nil : outgoing.response.file)
    output.handedBytes += response.byteCount
    if output.needsFlush || output.queue != .empty {
      // Several of one client are told to the system at once.
      queueUnsent(context)
      queue(response, context)
    } else {
      output.unsent = response
    }
    if response.byteCount > loop.delivery.limits.socket.maxQueuedBytes {
      output.needsFlush = true
      flushNow()
    } else if !output.needsFlush {
      output.needsFlush = true
      loop.flushSoon(self)
    }
  }

  /// Gives bytes to the channel, after all that was written before.
  func writeThrough(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
    queueUnsent(context)
    output.handedBytes += bytes.readableBytes
    queue(UnsentResponse(head: bytes, body: nil, file: nil), context)
    output.needsFlush = true
  }

  private func queueUnsent(_ context: ChannelHandlerContext) {
    guard let response = output.unsent else { return }
    output.unsent = nil
    queue(response, context)
  }

  private func queue(_ response: UnsentResponse, _ context: ChannelHandlerContext) {
    if output.queue == .empty { output.queue = .filled }
    context.write(Self.wrapOutboundOut(.byteBuffer(response.head)), promise: nil)
    if let body = response.body {
      context.write(Self.wrapOutboundOut(.byteBuffer(body)), promise: nil)
    }
  }

  /// Hands over what was written: to the system, and what that does not take to the channel, which
  /// waits until it does.
  func flushNow() {
    guard output.needsFlush, let context else { return }
    output.needsFlush = false
    if let response = output.unsent {
      output.unsent = nil
      // The system may have given the number of a closed socket to another one.
      let rest = context.channel.isActive ? response.send(on: output.socket) : response
      guard let rest else { return }
      queue(rest, context)
    }
    context.flush()
    drain(context, at: .now())
  }

  /// Hands over what was written, when the loop has read what came.
  func flushWithOthers() {
    flushNow()
    if output.queue != .empty { perform(.wait, at: .now()) }
  }

  /// Flushes, and says whether all was taken, at once or later.
  func flush(_ context: ChannelHandlerContext, at now: MonotonicTime) -> ConnectionAction {
    flushNow()
    return output.queue == .empty ? machine.written(at: now) : .wait
  }

  /// Sees to it that the state machine learns when the channel has written all that it holds.
  private func drain(_ context: ChannelHandlerContext, at now: MonotonicTime) {
    guard output.queuedBytes > 0 else {
      guard output.queue != .empty else { return }
      output.queue = .empty
      // Whoever was blocked goes on, also when the system took all of it at once.
      perform(machine.written(at: now), at: now)
      return
    }
    reportQueue(context, at: now)
    guard output.queue != .draining else { return }
    output.queue = .draining
    let drained = context.eventLoop.makePromise(of: Void.self)
    drained.futureResult.assumeIsolated().whenSuccess { [self] in
      guard let context = self.context, output.queue == .draining else { return }
      output.queue = .filled
      drain(context, at: .now())
    }
    context.writeAndFlush(Self.wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: drained)
  }

  /// Tells the state machine that not all is taken.
  func reportQueue(_ context: ChannelHandlerContext, at now: MonotonicTime) {
    guard output.queuedBytes > 0 else { return }
    machine.queued(
      handedBytes: output.handedBytes, takenBytes: takenBytes(context),
      isBlocked: !context.channel.isWritable, at: now)
  }

  /// How many bytes the client has taken of all that it was ever written: what the system holds for
  /// it, which may be much, is not taken.
  func takenBytes(_ context: ChannelHandlerContext) -> Int {
    let held = context.channel.isActive ? output.socket?.untakenBytes ?? 0 : 0
    return output.handedBytes - output.queuedBytes - held
  }
}
