import NIOCore
import Sockets

/// Lets the requests of one connection through, one at a time.
///
/// It sees every byte before the decoder does, and finds where each request begins and ends. What
/// is ready it answers; what is refused it answers and ends; all else goes on to the slow path, and
/// nothing behind it is looked at before its answer is written. So answers leave in order, and the
/// decoder never sees a head that could be understood in two ways.
///
/// ```
///            ready            slow path
///   bytes ─► answer ─► bytes   │   ▲ answered and whole
///              ▲               ▼   │
///              └───────────  with the slow path
///   refused, last, late ─► ending: what is left is written, what comes is thrown away
/// ```
final class Turnstile: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  let share: LoopShare
  var limits: DeliveryLimits { share.limits }
  var stage = Stage.serving
  /// The request that the slow path has.
  var slow: SlowRequest?
  /// The events that the client listens to.
  var stream: EventStream?
  /// What has come and not been worked off.
  var arrived = ByteBuffer()
  /// Whether the client will send nothing more, and the slow path has not been told.
  var hasUntoldInputEnd = false
  var hasInputEnded = false
  var clock = ConnectionClock()
  var timers = ConnectionTimers()
  /// Whether the client takes what is written; not asked of the channel for each request.
  private(set) var isWritable = true
  /// Whether requests are being worked off: what happens meanwhile is seen when that is done.
  var isServing = false
  var options: (any NIOSynchronousChannelOptions)?
  private(set) var context: ChannelHandlerContext?
  private var slowPath = SlowPath.unneeded
  /// Whether a request that has come waits for the slow path to be there.
  var waitsForSlowPath = false
  /// All that was ever given to the socket.
  var handedBytes = 0
  var requestCount = 0
  var hasPassedOn = false
  var wantsRead = false
  /// The last head, if it came alone.
  var lastHead: RequestHead?
  /// Whether something was written that the loop will flush.
  var needsFlush = false
  /// An answer that the channel was not given; it is sent past it.
  var unsent: UnsentAnswer?
  /// Whether the channel was given something to write, and not found without any since.
  var hasQueued = false
  /// This handler is the first one, so what leaves here would pass no other.
  private(set) var socket: DirectSocket?

  init(share: LoopShare) {
    self.share = share
  }

  enum Stage: Equatable {
    case serving
    /// The process ends: what has come is answered, and the connection closed.
    case lastCall
    /// Nothing more is answered. `isClosed`: all was written, and our side is closed.
    case ending(since: NIODeadline, isClosed: Bool)
  }

  /// Where Hummingbird's part of the pipeline is.
  private enum SlowPath {
    /// No request has come that it has to answer.
    case unneeded
    /// It is being added.
    case opening
    case open
  }

  var isEnding: Bool {
    if case .ending = stage { return true }
    return false
  }

  // MARK: The slow path

  /// The slow path takes requests from now on.
  func open() {
    slowPath = .open
    if let context { resume(context) }
  }

  /// Goes on with what has come, though nothing new has.
  func resume(_ context: ChannelHandlerContext) {
    guard !isServing else { return }
    clock.tick()
    if !isEnding { serve(takeArrived(), context) }
    // The slow path looks at what it has when it is told that this is all for now.
    if hasPassedOn {
      hasPassedOn = false
      context.fireChannelReadComplete()
    }
  }

  /// Whether the slow path takes a request; has it come when it is not there yet.
  func isSlowPathOpen(_ context: ChannelHandlerContext) -> Bool {
    if slowPath == .unneeded {
      slowPath = .opening
      share.hand(SlowConnection(context.channel, self))
    }
    return slowPath == .open
  }

  // MARK: What comes

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    share.counts.opened.count()
    socket = DirectSocket(of: context.channel)
    if context.channel.isActive { arm(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    arm(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    share.counts.closed.count()
    timers.cancel()
    unsent = nil
    socket = nil
    giveBackPlace()
    slow = nil
    leaveEvents()
    stage = .ending(since: clock.now, isClosed: true)
    self.context = nil
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isEnding, stream == nil else { return }
    clock.tick()
    var bytes = Self.unwrapInboundIn(data)
    guard arrived.readableBytes > 0 else {
      serve(bytes, context)
      return
    }
    let isWithoutLineEnd = !bytes.readableBytesView.contains(UInt8(ascii: "\n"))
    arrived.writeBuffer(&bytes)
    // Not read again and again when it comes byte by byte.
    let isHead = slow == nil && clock.requestSince != nil
    if isHead, isWithoutLineEnd, arrived.readableBytes < limits.maxTargetBytes { return }
    serve(takeArrived(), context)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if hasPassedOn {
      hasPassedOn = false
      context.fireChannelReadComplete()
    } else if mayRead {
      context.read()
    }
  }

  /// Whether more may come in: not while the client takes nothing, nor while a request waits for
  /// its turn or for the slow path, and enough is held behind it.
  var mayRead: Bool {
    if isEnding { return true }
    guard isWritable else { return false }
    let waits = slow.map { $0.body.isWhole } ?? waitsForSlowPath
    return !waits || arrived.readableBytes < limits.maxReadBytes
  }

  func read(context: ChannelHandlerContext) {
    wantsRead = !mayRead
    if !wantsRead { context.read() }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    isWritable = context.channel.isWritable
    context.fireChannelWritabilityChanged()
    if isWritable { resume(context) }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent:
      clock.tick()
      if !isEnding { stage = .lastCall }
      clock.idleSince = clock.now
      endEvents(context)
      arm(context)
    case is AcceptedConnections.Abandoning:
      // Not by way of `close`, which waits for what is written.
      context.close(mode: .all, promise: nil)
    case ChannelEvent.inputClosed:
      clock.tick()
      hasInputEnded = true
      hasUntoldInputEnd = true
      settleInputEnd(context)
    default:
      context.fireUserInboundEventTriggered(event)
    }
  }
}
