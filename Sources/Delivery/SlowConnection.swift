import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// A connection with a request that Hummingbird has to answer; most never have one, and are cheaper
/// for it.
struct SlowConnection: Sendable {
  private let channel: any Channel
  private let turnstile: NIOLoopBound<Turnstile>

  /// To be called on the connection's event loop.
  init(_ channel: any Channel, _ turnstile: Turnstile) {
    self.channel = channel
    self.turnstile = NIOLoopBound(turnstile, eventLoop: channel.eventLoop)
  }

  /// Answers what the turnstile passes on, until the connection is closed.
  func serve(with http: HTTP1Channel, _ logger: Logger) async {
    await withTaskCancellationHandler {
      do {
        let value = try await channel.eventLoop.flatSubmit { open(http, logger) }.get()
        await http.handle(value: value, logger: logger)
      } catch {
        // It was closed meanwhile: nothing is left to do.
        channel.close(promise: nil)
      }
    } onCancel: {
      channel.pipeline.fireUserInboundEventTriggered(AcceptedConnections.Abandoning())
    }
  }

  /// Adds Hummingbird's part to the pipeline; on the event loop.
  private func open(
    _ http: HTTP1Channel, _ logger: Logger
  ) -> EventLoopFuture<HTTP1Channel.Value> {
    http.setup(channel: channel, logger: logger).map { value in
      do {
        let pipeline = channel.pipeline.syncOperations
        let encoder = try pipeline.context(handlerType: HTTPResponseEncoder.self).handler
        try pipeline.addHandler(AnswerWatch(turnstile.value), position: .after(encoder))
        turnstile.value.open()
      } catch {
        // The client has gone meanwhile; what Hummingbird made is handled all the same.
        channel.close(promise: nil)
      }
      return value
    }
  }
}
