import NIOCore

/// A connection whose client listens to events: they are the last thing that is written to it, and
/// what it sends is thrown away.
///
/// One event is on its way at most. What comes meanwhile waits for the client to take that, and of
/// several only the last one: so nobody can have much queued, and `writeStall` ends who takes
/// nothing.
extension Turnstile {
  /// Begins with the head, and with what was published last, unless the client has that.
  func listen(_ head: RequestHead, _ answer: ReadyAnswer, _ context: ChannelHandlerContext) {
    // Holds back what comes behind it, as any request does that is being answered.
    var request = SlowRequest(body: head.body, isVersion10: head.isVersion10, isLast: true)
    request.holdsPlace = false
    slow = request
    let listeners = share.events.listeners(on: context.eventLoop, limits)
    stream = EventStream(
      context: context, listeners: listeners, isChunked: !head.isVersion10,
      told: head.list(of: .lastEventID))
    listeners.add(self)
    share.counts.eventClientsCome.count()
    letGoOfVanished()
    begin(answer, isChunked: !head.isVersion10, context)
    tellLatest()
    if stage == .lastCall { endEvents(context) }
  }

  /// Writes what was published last, if the client was not told and has taken what came before.
  func tellLatest() {
    guard let told = stream, !isEnding, let event = share.events.latest, event.id != told.told
    else { return }
    guard !told.isBusy else {
      if told.isBehind { share.counts.eventsSkipped.count() }
      stream?.isBehind = true
      return
    }
    stream?.told = event.id
    share.counts.events.count()
    send(told.isChunked ? event.chunked : event.plain)
  }

  /// Lets whoever is on the way know that the connection is in use.
  func beat() {
    guard let told = stream, !isEnding, !told.isBusy else { return }
    send(told.isChunked ? EventStream.chunkedHeartbeat : EventStream.heartbeat)
  }

  /// Ends the body, and with it the connection.
  func endEvents(_ context: ChannelHandlerContext) {
    guard let told = stream else { return }
    leaveEvents()
    if told.isChunked, !isEnding {
      write(
        context: context, data: Self.wrapOutboundOut(.byteBuffer(EventStream.end)), promise: nil)
    }
    end(context)
  }

  /// Somebody else may listen in its place.
  func leaveEvents() {
    guard let told = stream else { return }
    stream = nil
    told.listeners.remove(self)
    share.eventPlaces.giveBack()
    share.counts.eventClientsGone.count()
  }

  private func begin(
    _ answer: ReadyAnswer, isChunked: Bool, _ context: ChannelHandlerContext
  ) {
    var fields = answer.head
    if isChunked { fields += "Transfer-Encoding: chunked\r\n".utf8 }
    var bytes = share.head(
      of: ReadyAnswer(head: fields, body: ByteBuffer()), with: nil, connection: .close,
      at: clock.now)
    bytes.writeImmutableBuffer(isChunked ? EventStream.chunk(answer.body) : answer.body)
    write(context: context, data: Self.wrapOutboundOut(.byteBuffer(bytes)), promise: nil)
    flush(context: context)
  }

  private func send(_ bytes: ByteBuffer) {
    guard let context = stream?.context else { return }
    stream?.isBusy = true
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenSuccess { [self] in
      stream?.isBusy = false
      stream?.isBehind = false
      tellLatest()
    }
    write(context: context, data: Self.wrapOutboundOut(.byteBuffer(bytes)), promise: written)
    flush(context: context)
  }

  /// A client that vanishes without a word leaves a socket that takes heartbeats for a quarter of
  /// an hour, and one of few places is its own for as long.
  private func letGoOfVanished() {
    do {
      try options?.setOption(
        .tcpOption(.userTimeout), value: Int(limits.writeStall.nanoseconds / 1_000_000))
    } catch {
      // The connection is closed already.
      return
    }
  }
}
