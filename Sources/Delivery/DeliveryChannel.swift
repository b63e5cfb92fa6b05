// Delivery owns how bytes get onto connections: which requests are well-formed, what is ready to be
// written, in which order answers leave, and how long anything may take. What is ready it asks a
// function for; all else goes on to Hummingbird. It must not know what the bytes are: no gifts, no
// store, no JSON. It reads no clock but the monotonic one; the date it is given.

package import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP1

/// Hummingbird's HTTP/1 with a turnstile in front, which answers what is ready.
package struct DeliveryChannel: ServerChildChannel {
  private let http: HTTP1Channel
  private let delivery: Delivery

  /// Puts a turnstile in front of `responder`, Hummingbird's way into an application.
  package init(responder: @escaping HTTPChannelHandler.Responder, delivery: Delivery) {
    self.delivery = delivery
    // The turnstile is stricter than these. No idle timeout: Hummingbird does not see what is
    // answered before it.
    let limits = delivery.limits
    http = HTTP1Channel(
      responder: responder,
      configuration: HTTP1Channel.Configuration(
        idleTimeout: nil,
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: limits.maxTargetBytes + limits.maxFieldBytes,
          maxHeaderListSize: 2 * (limits.maxTargetBytes + limits.maxFieldBytes),
          maxHeaderFieldCount: 2 * limits.maxFields)))
  }

  /// A connection with its turnstile; Hummingbird's part of the pipeline comes with the first
  /// request that it has to answer.
  ///
  /// That makes connections cheap, and safe to drop: a server that is told to stop drops those it
  /// has just accepted, and the process would end if Hummingbird's part, a `NIOAsyncChannel`, were
  /// dropped with them.
  package struct Value: ServerChildChannelValue {
    /// The connection.
    package let channel: any Channel
    fileprivate let turnstile: NIOLoopBound<Turnstile>
  }

  /// Puts the turnstile onto a connection.
  package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      let turnstile = Turnstile(share: delivery.shares.share(of: channel.eventLoop))
      try channel.pipeline.syncOperations.addHandler(turnstile)
      try turnstile.setOptions(of: channel)
      return Value(
        channel: channel, turnstile: NIOLoopBound(turnstile, eventLoop: channel.eventLoop))
    }
  }

  /// Serves the connection until it is closed.
  package func handle(value: Value, logger: Logger) async {
    let channel = value.channel
    let slowPath = channel.eventLoop.flatSubmit {
      let wanted = channel.eventLoop.makePromise(of: Void.self)
      value.turnstile.value.attend(wanted)
      return wanted.futureResult.flatMap { open(on: channel, value.turnstile.value, logger) }
    }
    await withTaskCancellationHandler {
      do {
        await http.handle(value: try await slowPath.get(), logger: logger)
      } catch {
        // Closed without a request for Hummingbird, or before it was there: nothing is left to do.
        channel.close(promise: nil)
      }
    } onCancel: {
      channel.close(promise: nil)
    }
  }

  /// Adds Hummingbird's part to the pipeline; on the event loop.
  private func open(
    on channel: any Channel, _ turnstile: Turnstile, _ logger: Logger
  ) -> EventLoopFuture<HTTP1Channel.Value> {
    let watch = NIOLoopBound(turnstile, eventLoop: channel.eventLoop)
    return http.setup(channel: channel, logger: logger).map { value in
      do {
        let pipeline = channel.pipeline.syncOperations
        let encoder = try pipeline.context(handlerType: HTTPResponseEncoder.self).handler
        try pipeline.addHandler(AnswerWatch(watch.value), position: .after(encoder))
        watch.value.open()
      } catch {
        // The client has gone meanwhile; what Hummingbird made is handled all the same.
        channel.close(promise: nil)
      }
      return value
    }
  }
}

/// What the connections of a port have in common.
package struct Delivery: Sendable {
  let limits: DeliveryLimits
  let shares: LoopShares

  /// Delivers what `ready` finds, and `events` behind what opens a stream, refuses with what
  /// `refusals` makes, counts in `counters`.
  ///
  /// `date` is the time of day as the field `Date` has it (RFC 9110 §5.6.7).
  package init(
    limits: DeliveryLimits = .standard, counters: DeliveryCounters, events: EventFeed = EventFeed(),
    date: @escaping @Sendable () -> String, refusals: @escaping Refusals,
    ready: @escaping ReadyAnswers
  ) {
    self.limits = limits
    let slowRequests = Places(limit: limits.maxSlowRequests)
    let eventPlaces = Places(limit: limits.maxEventClients)
    shares = LoopShares { loop in
      LoopShare(
        on: loop, limits: limits, counts: counters.addLoop(), slowRequests: slowRequests,
        events: events, eventPlaces: eventPlaces, date: date, refusals: refusals, ready: ready)
    }
  }

  /// To be called once the port is open: without it few connections are accepted between two
  /// rounds of answers, and when many come at once on a busy machine, the last wait for seconds.
  package func prepare(_ port: any Channel) async {
    do {
      try await port.setOption(.maxMessagesPerRead, value: UInt(limits.maxAcceptedAtOnce)).get()
    } catch {
      // The port was closed again at once.
      return
    }
  }

  /// Makes the server of an application deliver this way.
  package var server: HTTPServerBuilder {
    HTTPServerBuilder { responder in DeliveryChannel(responder: responder, delivery: self) }
  }
}
