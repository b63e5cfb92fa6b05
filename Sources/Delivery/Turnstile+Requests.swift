import NIOCore

/// One request after the other.
extension Turnstile {
  /// What has come and was not worked off, to be worked off now.
  func takeArrived() -> ByteBuffer {
    guard arrived.readableBytes > 0 else { return arrived }
    defer { arrived = ByteBuffer() }
    return arrived
  }

  /// Works off what has come, as far as it may, and keeps the rest.
  func serve(_ came: ByteBuffer, _ context: ChannelHandlerContext) {
    var bytes = came
    isServing = true
    while !isEnding, serveNext(&bytes, context) {}
    isServing = false
    let isRestKept = !isEnding && bytes.readableBytes > 0
    if isRestKept { arrived = bytes }
    if slow == nil, isRestKept, isWritable, !isHalfLine(bytes) {
      clock.requestBegins()
    } else if slow.map({ $0.body.isWhole && !$0.body.isBroken }) ?? true {
      clock.requestSince = nil
    }
    settleInputEnd(context)
    arm(context)
    if wantsRead, mayRead {
      wantsRead = false
      context.read()
    }
  }

  /// Takes one step, and says whether another is possible.
  private func serveNext(_ bytes: inout ByteBuffer, _ context: ChannelHandlerContext) -> Bool {
    if let request = slow { return serveBody(of: request, &bytes, context) }
    guard findHead(&bytes) else { return false }
    if !isWritable || unsent.map({ $0.byteCount > limits.maxQueuedBytes }) ?? false {
      flushNow()
      // The client may be found to be gone: then all places were given back.
      guard isWritable, !isEnding else { return false }
    }
    switch read(bytes) {
    case .incomplete: return false
    case .refused(let refusal):
      refuse(refusal, context)
      return false
    case .head(let head):
      let service = service(for: head)
      waitsForSlowPath = service.isSlowPath && !isSlowPathOpen(context)
      guard !waitsForSlowPath else { return false }
      bytes.moveReaderIndex(forwardBy: head.byteCount)
      if head.body.isWhole { clock.requestSince = nil }
      admit(head, service, isFollowed: bytes.readableBytes > 0, context)
      return true
    }
  }

  /// Reads a head, unless it is the last one again, and nothing behind it: so clients poll.
  private func read(_ bytes: ByteBuffer) -> HeadReading {
    if let last = lastHead, last.bytes == bytes { return .head(last) }
    let reading = share.reader.read(bytes)
    if case .head(let head) = reading, head.byteCount == bytes.readableBytes,
      head.byteCount <= limits.maxRememberedBytes
    {
      lastHead = head.remembered
    }
    return reading
  }

  /// Who answers a request.
  private enum Service {
    case ready(ReadyAnswer)
    case events(ReadyAnswer)
    case slowPath
    case refusal(Refusal)

    var isSlowPath: Bool {
      if case .slowPath = self { return true }
      return false
    }
  }

  private func service(for head: RequestHead) -> Service {
    switch head.method {
    case .get, .head:
      guard head.body.isWhole, let answer = share.ready(head) else { return .slowPath }
      return answer.opensStream && head.method == .get ? .events(answer) : .ready(answer)
    case .other: return .slowPath
    case .connect, .unknown: return .refusal(.methodUnknown)
    }
  }

  /// Skips empty lines, which old clients send behind a body (RFC 9112 §2.2); false when no byte of
  /// a head has come, or half of such a line.
  private func findHead(_ bytes: inout ByteBuffer) -> Bool {
    while bytes.readableBytes >= 2, bytes.getInteger(at: bytes.readerIndex) == UInt16(0x0D0A) {
      bytes.moveReaderIndex(forwardBy: 2)
    }
    return bytes.readableBytes > 0 && !isHalfLine(bytes)
  }

  /// Whether the second byte of an empty line may still come.
  private func isHalfLine(_ bytes: ByteBuffer) -> Bool {
    bytes.readableBytes == 1 && bytes.getInteger(at: bytes.readerIndex) == UInt8(ascii: "\r")
  }

  private func admit(
    _ head: RequestHead, _ service: Service, isFollowed: Bool, _ context: ChannelHandlerContext
  ) {
    requestCount += 1
    let isLast =
      head.wantsClose || head.isVersion10 && !head.wantsKeepAlive
      || requestCount >= limits.maxRequestsPerConnection || stage == .lastCall && !isFollowed
    switch service {
    case .ready(let answer):
      share.counts.ready.count()
      let isWithBody = head.method == .get
      if isWithBody { share.counts.readyBytes.count(answer.body.readableBytes) }
      let option: ConnectionOption? = isLast ? .close : head.isVersion10 ? .keepAlive : nil
      write(answer, isWithBody: isWithBody, option, context)
      if isLast { end(context) }
    case .events(let answer) where share.eventPlaces.take():
      share.counts.ready.count()
      listen(head, answer, context)
    case .slowPath where share.slowRequests.take():
      passOn(head, isLast: isLast, context)
    case .events, .slowPath:
      share.counts.overloaded.count()
      refuse(head, .overloaded(retryAfterSeconds: limits.retryAfterSeconds), isLast, context)
    case .refusal(let refusal):
      share.counts.refused.count()
      refuse(head, refusal, isLast, context)
    }
  }

  /// Refuses one request, and goes on where it is known where the next one begins.
  private func refuse(
    _ head: RequestHead, _ refusal: Refusal, _ isLast: Bool, _ context: ChannelHandlerContext
  ) {
    let closes = isLast || !head.body.isWhole || head.method == .connect
    write(
      share.refusals(refusal), isWithBody: head.method != .head,
      closes ? .close : head.isVersion10 ? .keepAlive : nil, context)
    if closes { end(context) }
  }

  // MARK: The slow path

  private func passOn(_ head: RequestHead, isLast: Bool, _ context: ChannelHandlerContext) {
    share.counts.slow.count()
    // What asks for another protocol or waits for a word before its body leaves open where the
    // next request begins.
    let isOpenEnded = head.has(.upgrade) || head.has(.expect) && !head.body.isWhole
    slow = SlowRequest(
      body: head.body, isVersion10: head.isVersion10, isLast: isLast || isOpenEnded)
    if !head.body.isWhole { clock.requestBegins() }
    let start = head.bytes.readerIndex
    passOn(head.bytes.getSlice(at: start, length: head.byteCount), context)
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
    clock.requestSince = nil
    if request.isLast { end(context) }
    return true
  }

  /// What the answer has to say of the connection; `closes`: it already says that it is the last.
  func answerBegins(closes: Bool) -> ConnectionOption? {
    giveBackPlace()
    guard var request = slow else { return nil }
    if closes || stage == .lastCall && arrived.readableBytes == 0 { request.isLast = true }
    slow = request
    return request.isLast ? .close : request.isVersion10 ? .keepAlive : nil
  }

  /// What the answer has to say of the time.
  var date: String {
    clock.tick()
    return share.date(at: clock.now)
  }

  func answerEnds() {
    guard let context, slow != nil else { return }
    clock.tick()
    slow?.isAnswered = true
    if finishSlow(context) { resume(context) }
  }

  func giveBackPlace() {
    guard slow?.holdsPlace == true else { return }
    slow?.holdsPlace = false
    share.slowRequests.giveBack()
  }
}
