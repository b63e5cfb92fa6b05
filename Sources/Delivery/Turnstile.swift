import NIOCore

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

  let delivery: Delivery
  let share: LoopShare
  var limits: DeliveryLimits { delivery.limits }
  var stage = Stage.serving
  /// The request that the slow path has.
  var slow: SlowRequest?
  /// What has come and not been worked off.
  var arrived = ByteBuffer()
  /// Whether the client will send nothing more, and the slow path has not been told.
  var hasUntoldInputEnd = false
  var hasInputEnded = false
  var clock: ConnectionClock
  var options: (any NIOSynchronousChannelOptions)?
  private var context: ChannelHandlerContext?
  private var slowPath = SlowPath.unattended
  /// Whether a request that has come waits for the slow path to be there.
  private(set) var waitsForSlowPath = false
  private var reader: HeadReader
  /// All that was ever given to the socket.
  private(set) var handedBytes = 0
  private var requestCount = 0
  private var hasPassedOn = false
  private var wantsRead = false
  private var needsFlush = false

  init(delivery: Delivery, share: LoopShare) {
    self.delivery = delivery
    self.share = share
    reader = HeadReader(limits: delivery.limits)
    clock = ConnectionClock()
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
    /// Nobody waits for the first request that it has to answer, yet.
    case unattended
    /// The promise is kept when that has come.
    case attended(EventLoopPromise<Void>)
    /// It is being added.
    case opening
    case open
  }

  var isEnding: Bool {
    if case .ending = stage { return true }
    return false
  }

  // MARK: The slow path

  /// Somebody waits for the first request that the slow path has to answer.
  func attend(_ wanted: EventLoopPromise<Void>) {
    guard case .unattended = slowPath, let context else {
      wanted.fail(ChannelError.alreadyClosed)
      return
    }
    slowPath = .attended(wanted)
    resume(context)
  }

  /// The slow path takes requests from now on.
  func open() {
    slowPath = .open
    if let context { resume(context) }
  }

  /// Goes on with what has come, though nothing new has.
  private func resume(_ context: ChannelHandlerContext) {
    clock.tick()
    if !isEnding { serve(context) }
    if hasPassedOn {
      hasPassedOn = false
      context.fireChannelReadComplete()
    }
  }

  /// Whether the slow path takes a request; has it come when it is not there yet.
  private func isSlowPathOpen() -> Bool {
    if case .attended(let wanted) = slowPath {
      slowPath = .opening
      wanted.succeed()
    }
    if case .open = slowPath { return true }
    return false
  }

  // MARK: What comes

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    share.counts.opened.count()
    if context.channel.isActive { arm(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    arm(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    share.counts.closed.count()
    clock.cancel()
    giveBackPlace()
    slow = nil
    stage = .ending(since: clock.now, isClosed: true)
    self.context = nil
    if case .attended(let wanted) = slowPath { wanted.fail(ChannelError.alreadyClosed) }
    slowPath = .opening
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isEnding else { return }
    clock.tick()
    var bytes = Self.unwrapInboundIn(data)
    if arrived.readableBytes == 0 {
      arrived = bytes
    } else {
      let isWithoutLineEnd = !bytes.readableBytesView.contains(UInt8(ascii: "\n"))
      arrived.writeBuffer(&bytes)
      // Not read again and again when it comes byte by byte.
      let isHead = slow == nil && clock.requestSince != nil
      if isHead, isWithoutLineEnd, arrived.readableBytes < limits.maxTargetBytes { return }
    }
    serve(context)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if hasPassedOn {
      hasPassedOn = false
      context.fireChannelReadComplete()
    } else if mayRead(context) {
      context.read()
    }
  }

  func read(context: ChannelHandlerContext) {
    wantsRead = !mayRead(context)
    if !wantsRead { context.read() }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    context.fireChannelWritabilityChanged()
    if context.channel.isWritable, !isEnding {
      clock.tick()
      serve(context)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent:
      clock.tick()
      if !isEnding { stage = .lastCall }
      clock.idleSince = clock.now
      arm(context)
    case ChannelEvent.inputClosed:
      clock.tick()
      hasInputEnded = true
      hasUntoldInputEnd = true
      settleInputEnd(context)
    default:
      context.fireUserInboundEventTriggered(event)
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    handedBytes += Self.unwrapOutboundIn(data).readableBytes
    context.write(data, promise: promise)
  }

  func flush(context: ChannelHandlerContext) {
    clock.tick()
    context.flush()
    measure(context)
    arm(context)
  }

  // MARK: One request after the other

  /// Works off what has come, as far as it may.
  private func serve(_ context: ChannelHandlerContext) {
    var bytes = arrived
    arrived = ByteBuffer()
    while !isEnding, serveNext(&bytes, context) {}
    flushAnswers(context)
    if !isEnding, bytes.readableBytes > 0 { arrived = bytes }
    let isHeadDue = slow == nil && arrived.readableBytes > 0 && context.channel.isWritable
    if isHeadDue {
      clock.requestBegins()
    } else if slow.map({ $0.body.isWhole && !$0.body.isBroken }) ?? true {
      clock.requestSince = nil
    }
    settleInputEnd(context)
    arm(context)
    if wantsRead, mayRead(context) {
      wantsRead = false
      context.read()
    }
  }

  /// Takes one step, and says whether another is possible.
  private func serveNext(_ bytes: inout ByteBuffer, _ context: ChannelHandlerContext) -> Bool {
    if let request = slow { return serveBody(of: request, &bytes, context) }
    skipEmptyLines(&bytes)
    guard bytes.readableBytes > 0 else { return false }
    if !context.channel.isWritable {
      flushAnswers(context)
      guard context.channel.isWritable else { return false }
    }
    switch reader.read(bytes) {
    case .incomplete: return false
    case .refused(let refusal):
      refuse(refusal, context)
      return false
    case .head(let head):
      let answer = head.body.isWhole && head.method != .other ? delivery.ready(head) : nil
      waitsForSlowPath = answer == nil && !isSlowPathOpen()
      guard !waitsForSlowPath else { return false }
      bytes.moveReaderIndex(forwardBy: head.byteCount)
      admit(head, answer, isFollowed: bytes.readableBytes > 0, context)
      return true
    }
  }

  /// RFC 9112 §2.2: old clients send an empty line behind a body.
  private func skipEmptyLines(_ bytes: inout ByteBuffer) {
    while bytes.readableBytes >= 2, bytes.getInteger(at: bytes.readerIndex) == UInt16(0x0D0A) {
      bytes.moveReaderIndex(forwardBy: 2)
    }
  }

  private func admit(
    _ head: RequestHead, _ answer: ReadyAnswer?, isFollowed: Bool,
    _ context: ChannelHandlerContext
  ) {
    requestCount += 1
    let isLast =
      head.wantsClose || head.isVersion10 && !head.wantsKeepAlive
      || requestCount >= limits.maxRequestsPerConnection || stage == .lastCall && !isFollowed
    if let answer {
      share.counts.ready.count()
      let isWithBody = head.method == .get
      if isWithBody { share.counts.readyBytes.count(answer.body.readableBytes) }
      let option: ConnectionOption? =
        isLast ? .close : head.isVersion10 ? .keepAlive : nil
      write(answer, isWithBody: isWithBody, option, context)
      if isLast { end(context) }
    } else if delivery.slowRequests.take() {
      share.counts.slow.count()
      // What asks for another protocol or waits for a word before its body leaves open where the
      // next request begins.
      let isOpenEnded = head.has(.upgrade) || head.has(.expect) && !head.body.isWhole
      slow = SlowRequest(
        body: head.body, isVersion10: head.isVersion10, isLast: isLast || isOpenEnded)
      if !head.body.isWhole { clock.requestBegins() }
      let start = head.bytes.readerIndex
      passOn(head.bytes.getSlice(at: start, length: head.byteCount), context)
    } else {
      share.counts.overloaded.count()
      let answer = delivery.refusals(
        .overloaded(retryAfterSeconds: limits.retryAfterSeconds))
      let closes = isLast || !head.body.isWhole
      write(
        answer, isWithBody: head.method != .head,
        closes ? .close : head.isVersion10 ? .keepAlive : nil, context)
      if closes { end(context) }
    }
  }

  private func serveBody(
    of request: SlowRequest, _ bytes: inout ByteBuffer, _ context: ChannelHandlerContext
  ) -> Bool {
    guard !request.body.isWhole, bytes.readableBytes > 0 else { return false }
    var request = request
    let part = request.body.take(from: &bytes)
    if request.body.isBroken { request.isLast = true }
    slow = request
    passOn(part, context)
    return finishSlow(context)
  }

  private func passOn(_ bytes: ByteBuffer?, _ context: ChannelHandlerContext) {
    guard let bytes, bytes.readableBytes > 0 else { return }
    hasPassedOn = true
    context.fireChannelRead(Self.wrapInboundOut(bytes))
  }

  /// Goes on when the request at hand is over; says whether it is.
  private func finishSlow(_ context: ChannelHandlerContext) -> Bool {
    guard let request = slow, request.isAnswered, request.body.isWhole else { return false }
    giveBackPlace()
    slow = nil
    clock.idleSince = clock.now
    if request.isLast { end(context) }
    return true
  }

  // MARK: What the slow path answers

  /// What the answer has to say of the connection; `closes`: it already says that it is the last.
  func answerBegins(closes: Bool) -> ConnectionOption? {
    giveBackPlace()
    guard var request = slow else { return nil }
    if closes || stage == .lastCall && arrived.readableBytes == 0 { request.isLast = true }
    slow = request
    return request.isLast ? .close : request.isVersion10 ? .keepAlive : nil
  }

  func answerEnds() {
    guard let context, slow != nil else { return }
    clock.tick()
    slow?.isAnswered = true
    if finishSlow(context) { resume(context) }
  }

  private func giveBackPlace() {
    guard slow?.holdsPlace == true else { return }
    slow?.holdsPlace = false
    delivery.slowRequests.giveBack()
  }

  // MARK: Writing

  /// Answers why nothing is answered, and ends.
  func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
    share.counts.refused.count()
    write(delivery.refusals(refusal), isWithBody: true, .close, context)
    end(context)
  }

  private func write(
    _ answer: ReadyAnswer, isWithBody: Bool, _ option: ConnectionOption?,
    _ context: ChannelHandlerContext
  ) {
    let head = share.head(of: answer, connection: option, at: clock.now)
    context.write(Self.wrapOutboundOut(.byteBuffer(head)), promise: nil)
    handedBytes += head.readableBytes
    if isWithBody, answer.body.readableBytes > 0 {
      context.write(Self.wrapOutboundOut(.byteBuffer(answer.body)), promise: nil)
      handedBytes += answer.body.readableBytes
    }
    clock.idleSince = clock.now
    needsFlush = true
  }

  private func flushAnswers(_ context: ChannelHandlerContext) {
    guard needsFlush else { return }
    needsFlush = false
    context.flush()
    measure(context)
  }

  private func mayRead(_ context: ChannelHandlerContext) -> Bool {
    if isEnding { return true }
    guard context.channel.isWritable else { return false }
    return arrived.readableBytes < limits.maxReadBytes || slow?.body.isWhole == false
      || slow == nil
  }
}
