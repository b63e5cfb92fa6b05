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

  /// Builds the pipeline of a connection.
  package func setup(
    channel: any Channel, logger: Logger
  ) -> EventLoopFuture<HTTP1Channel.Value> {
    http.setup(channel: channel, logger: logger).flatMapThrowing { [delivery] value in
      let pipeline = channel.pipeline.syncOperations
      let turnstile = Turnstile(
        delivery: delivery, share: delivery.shares.share(of: channel.eventLoop))
      let encoder = try pipeline.context(handlerType: HTTPResponseEncoder.self).handler
      try pipeline.addHandler(AnswerWatch(turnstile), position: .after(encoder))
      try pipeline.addHandler(turnstile, position: .first)
      try turnstile.setOptions(of: channel)
      return value
    }
  }

  /// Serves the connection until it is closed.
  package func handle(value: HTTP1Channel.Value, logger: Logger) async {
    await http.handle(value: value, logger: logger)
  }
}

/// What the connections of a port have in common.
package struct Delivery: Sendable {
  let limits: DeliveryLimits
  let ready: ReadyAnswers
  let refusals: Refusals
  let shares: LoopShares
  let slowRequests: SlowRequests

  /// Delivers what `ready` finds, refuses with what `refusals` makes, counts in `counters`;
  /// `unixSeconds` is the time of day, for the field `Date`.
  package init(
    limits: DeliveryLimits = .standard, counters: DeliveryCounters,
    unixSeconds: @escaping @Sendable () -> Int64, refusals: @escaping Refusals,
    ready: @escaping ReadyAnswers
  ) {
    self.limits = limits
    self.ready = ready
    self.refusals = refusals
    shares = LoopShares(counters: counters, unixSeconds: unixSeconds)
    slowRequests = SlowRequests(limit: limits.maxSlowRequests)
  }

  /// To be called once the port is open: without it few connections are accepted between two
  /// rounds of answers, and when many come at once on a busy machine, the last wait for seconds.
  package func prepare(_ port: any Channel) async {
    do {
      try await port.setOption(.maxMessagesPerRead, value: UInt(limits.maxAcceptedAtOnce)).get()
    } catch {
      preconditionFailure("a port that is open accepts connections: \(error)")
    }
  }

  /// Makes the server of an application deliver this way.
  package var server: HTTPServerBuilder {
    HTTPServerBuilder { responder in DeliveryChannel(responder: responder, delivery: self) }
  }
}
