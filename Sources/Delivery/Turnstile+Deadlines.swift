import NIOCore
import Sockets

extension Turnstile {
  /// Bounds what is read and written at once.
  func setOptions(of channel: any Channel) throws {
    options = channel.syncOptions
    try options?.setOption(
      .recvAllocator,
      value: AdaptiveRecvByteBufferAllocator(
        minimum: 1_024, initial: 2_048, maximum: limits.maxReadBytes))
    try options?.setOption(
      .writeBufferWaterMark,
      value: .init(low: limits.resumedQueuedBytes, high: limits.maxQueuedBytes))
    try options?.setOption(
      .tcpOption(.notSentLowWater), value: Int(limits.maxUnsentBytes))
  }

  /// Why a connection may not go on.
  private enum Wait {
    case ending
    case writing
    case arriving
    case idle
  }

  /// The wait that ends first; a request that the slow path has is its own business.
  private var wait: (kind: Wait, until: NIODeadline)? {
    let writing = clock.unwritten.map { $0.checked + Self.checkInterval(of: limits.writeStall) }
    if case .ending(let since, let isClosed) = stage {
      if isClosed { return (.ending, since + limits.linger) }
      return (.writing, writing ?? since + limits.writeStall)
    }
    if let since = clock.requestSince {
      let arriving = since + limits.requestArrival
      if let writing, writing <= arriving { return (.writing, writing) }
      return (.arriving, arriving)
    }
    guard slow == nil else { return writing.map { (.writing, $0) } }
    let idle = clock.idleSince + (stage == .lastCall ? limits.lastCall : limits.idle)
    if let writing, writing <= idle { return (.writing, writing) }
    return (.idle, idle)
  }

  /// Has the timer fire when the wait that ends first has ended, or before.
  func arm(_ context: ChannelHandlerContext) {
    guard let until = wait?.until, until < timers.next else { return }
    let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: until) { [self] in
      timers.fired(until)
      clock.tick()
      expire(context)
    }
    timers.set(task, at: until)
  }

  /// Nobody says when a byte is taken, so it is looked at now and then.
  private static func checkInterval(of stall: TimeAmount) -> TimeAmount {
    .nanoseconds(stall.nanoseconds / 8)
  }

  private func expire(_ context: ChannelHandlerContext) {
    guard let wait else { return }
    if wait.until <= clock.now {
      switch wait.kind {
      case .ending: context.close(mode: .all, promise: nil)
      case .writing: checkProgress(context)
      case .arriving: refuseLate(context)
      case .idle: endIdle(context)
      }
    }
    if context.channel.isActive { arm(context) }
  }

  /// Closes when all was taken and nothing has come: there is nothing to wait for.
  private func endIdle(_ context: ChannelHandlerContext) {
    guard unwrittenBytes == 0 else {
      clock.idleSince = clock.now
      return
    }
    close(context: context, mode: .all, promise: nil)
  }

  private func checkProgress(_ context: ChannelHandlerContext) {
    let rest = unwrittenBytes
    guard rest > 0, var unwritten = clock.unwritten else {
      clock.unwritten = nil
      return
    }
    unwritten.checked = clock.now
    // What the system has taken and the client has not is no progress; nor is it a halt when the
    // client takes of that alone, for which the system may keep much.
    let taken = handedBytes - rest - (context.channel.isActive ? socket?.untakenBytes ?? 0 : 0)
    if taken > unwritten.takenBytes {
      unwritten.takenBytes = taken
      unwritten.since = clock.now
    }
    clock.unwritten = unwritten
    if clock.now >= unwritten.since + limits.writeStall {
      share.counts.stalled.count()
      context.close(mode: .all, promise: nil)
    }
  }

  /// RFC 9110 §15.5.9, where no answer is under way.
  private func refuseLate(_ context: ChannelHandlerContext) {
    share.counts.late.count()
    clock.requestSince = nil
    if slow == nil {
      refuse(.timedOut, context)
    } else {
      end(context)
    }
  }

  var unwrittenBytes: Int {
    do {
      return try options?.getOption(.bufferedWritableBytes) ?? 0
    } catch {
      // The channel is closed, and nothing will be written.
      return 0
    }
  }
}
