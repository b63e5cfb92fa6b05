import NIOCore
import Sockets

/// The output of a connection: directly to the socket, or through the channel if it must wait.
struct SocketOutput {
  /// The handler is the only one in its channel, so direct output bypasses no other.
  let socket: DirectSocket?
  let options: (any NIOSynchronousChannelOptions)?
  /// The bytes ever passed to the socket or the channel.
  var handedBytes = 0
  /// A response not passed on yet; it is sent after the loop has read.
  var unsent: UnsentResponse?
  /// Whether the loop will flush.
  var needsFlush = false
  var queue = Queue.empty

  /// The state of the channel's queue.
  enum Queue {
    case empty
    /// It holds output.
    case filled
    /// It will signal when it has written everything.
    case draining
  }

  /// The output without a connection.
  init() {
    socket = nil
    options = nil
  }

  /// The output of a connection's channel.
  init(of channel: any Channel) {
    socket = DirectSocket(of: channel)
    options = channel.syncOptions
  }

  /// The bytes queued in the channel.
  var queuedBytes: Int {
    // Otherwise the channel is closed, and nothing will be written.
    (try? options?.getOption(.bufferedWritableBytes)) ?? 0
  }

  /// Limits how long a client that vanished silently keeps its slot: its socket would otherwise
  /// accept heartbeats for a quarter of an hour.
  func letGoOfVanished(after time: Duration) {
    // Otherwise the connection is already closed.
    try? options?.setOption(.tcpOption(.userTimeout), value: Int(time / Duration.milliseconds(1)))
  }
}

/// A response that will be sent after its loop has read.
struct UnsentResponse {
  var head: ByteBuffer
  /// Nil if there is none, or it is joined to the head.
  var body: ByteBuffer?
  /// The body in the system's memory, if any.
  let file: BodyFile?

  var byteCount: Int { head.readableBytes + (body?.readableBytes ?? 0) }

  /// Sends as much as the system takes, and returns the rest; nil if nothing is left.
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
  /// Sends a response soon, after everything written before.
  func write(
    _ outgoing: OutgoingResponse, _ context: ChannelHandlerContext, at now: MonotonicTime
  ) {
    let bodyBytes = outgoing.isWithBody ? outgoing.response.body.readableBytes : 0
    loop.counts.count(outgoing.response, bodyBytes: bodyBytes)
    let isJoined = bodyBytes <= loop.delivery.limits.socket.maxJoinedBytes
    let response = UnsentResponse(
      head: loop.bytes(of: outgoing, isJoined: isJoined && bodyBytes > 0, at: now),
      body: isJoined ? nil : outgoing.response.body,
      file: isJoined || loop.copies(bodyBytes) ? nil : outgoing.response.file)
    output.handedBytes += response.byteCount
    if output.needsFlush || output.queue != .empty {
      // Several responses to one client are passed to the system together.
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

  /// Passes bytes to the channel, after everything written before.
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

  /// Flushes: to the system, and the rest to the channel, which waits until the system takes it.
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

  /// Flushes after the loop has read.
  func flushWithOthers() {
    flushNow()
    if output.queue != .empty { perform(.wait, at: .now()) }
  }

  /// Flushes, and reports whether everything was taken, now or later.
  func flush(_ context: ChannelHandlerContext, at now: MonotonicTime) -> ConnectionAction {
    flushNow()
    return output.queue == .empty ? machine.written(at: now) : .wait
  }

  /// Informs the state machine when the channel has written everything.
  private func drain(_ context: ChannelHandlerContext, at now: MonotonicTime) {
    guard output.queuedBytes > 0 else {
      guard output.queue != .empty else { return }
      output.queue = .empty
      // A blocked connection continues, even if the system took everything at once.
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

  /// Informs the state machine that output is queued.
  func reportQueue(_ context: ChannelHandlerContext, at now: MonotonicTime) {
    guard output.queuedBytes > 0 else { return }
    machine.queued(
      handedBytes: output.handedBytes, takenBytes: takenBytes(context),
      isBlocked: !context.channel.isWritable, at: now)
  }

  /// The bytes that the client has acknowledged: bytes in the system's buffer, which may be many,
  /// do not count.
  func takenBytes(_ context: ChannelHandlerContext) -> Int {
    let held = context.channel.isActive ? output.socket?.untakenBytes ?? 0 : 0
    return output.handedBytes - output.queuedBytes - held
  }
}
