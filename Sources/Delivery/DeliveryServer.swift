// Delivery owns how bytes get onto connections: which requests are well-formed, what is ready to be
// written, in which order answers leave, and how long anything may take. What is ready it asks a
// function for; all else goes on to Hummingbird. It must not know what the bytes are: no gifts, no
// store, no JSON. It reads no clock but the monotonic one; the date it is given.

package import HummingbirdCore
package import Logging
package import NIOCore
import NIOPosix
import ServiceLifecycle

/// One port: turnstiles on all of its connections, and Hummingbird's HTTP/1 behind those that need
/// it.
package struct DeliveryServer: Sendable {
  private let delivery: Delivery
  private let http: HTTP1Channel
  private let logger: Logger

  /// Answers with `responder`, Hummingbird's way into an application, what is not ready.
  package init(
    delivery: Delivery, logger: Logger, responder: @escaping HTTPChannelHandler.Responder
  ) {
    self.delivery = delivery
    self.logger = logger
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

  /// Opens the port, says where it is, and serves until the process is to stop.
  ///
  /// Then nothing more is accepted, and what was accepted is answered; when the task is cancelled,
  /// nothing is.
  ///
  /// Throws what keeps the port from being opened.
  package func run(
    on port: PortConfiguration, opened: @Sendable (SocketAddress?) -> Void
  ) async throws {
    let connections = AsyncStream.makeStream(of: SlowConnection.self)
    let shares = delivery.shares { connections.continuation.yield($0) }
    let loops = MultiThreadedEventLoopGroup.singleton
    let socket = try await ServerBootstrap(group: loops)
      .serverChannelOption(.backlog, value: Int32(clamping: port.backlog))
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelOption(.socketOption(.reusePort), value: port.isShared ? 1 : 0)
      // Else few are accepted between two rounds of answers, and when many come at once on a busy
      // machine, the last wait for seconds.
      .serverChannelOption(
        .maxMessagesPerRead, value: UInt(delivery.limits.maxAcceptedAtOnce)
      )
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          // Out of files, it accepts no more for a while.
          try channel.pipeline.syncOperations.addHandler(
            AcceptBackoffHandler(shouldForwardIOErrorCaught: false))
          try channel.pipeline.syncOperations.addHandler(
            AcceptedConnections(limit: port.maxConnections, on: loops) {
              connections.continuation.finish()
            })
        }
      }
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let turnstile = Turnstile(share: shares.share(of: channel.eventLoop))
          try channel.pipeline.syncOperations.addHandler(turnstile)
          try turnstile.setOptions(of: channel)
        }
      }
      .bind(host: port.host, port: port.port).get()
    opened(socket.localAddress)
    await withTaskCancellationHandler {
      await withGracefulShutdownHandler {
        await serve(connections.stream)
      } onGracefulShutdown: {
        socket.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
      }
    } onCancel: {
      socket.pipeline.fireUserInboundEventTriggered(AcceptedConnections.Abandoning())
    }
  }

  private func serve(_ connections: AsyncStream<SlowConnection>) async {
    await withDiscardingTaskGroup { group in
      for await connection in connections {
        group.addTask { await connection.serve(with: http, logger) }
      }
    }
  }
}

/// Where to listen, and for how many.
package struct PortConfiguration: Sendable {
  /// A name or an address.
  package var host: String
  /// 0 takes a free one.
  package var port: Int
  /// How many connections may wait in the system's queue (`listen(2)`).
  package var backlog: Int
  /// The most connections at once; more wait in that queue.
  package var maxConnections: Int
  /// Whether other processes of the same user may listen on the same port, too (SO_REUSEPORT of
  /// socket(7)): each new connection goes to one of them.
  package var isShared: Bool

  /// A port of this process alone, unless it is said to be shared.
  package init(
    host: String, port: Int, backlog: Int = 1_024, maxConnections: Int = 10_000,
    isShared: Bool = false
  ) {
    self.host = host
    self.port = port
    self.backlog = backlog
    self.maxConnections = maxConnections
    self.isShared = isShared
  }
}

/// What the connections of a port have in common.
package struct Delivery: Sendable {
  let limits: DeliveryLimits
  private let counters: DeliveryCounters
  private let events: EventFeed
  private let date: @Sendable () -> String
  private let refusals: Refusals
  private let ready: ReadyAnswers

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
    self.counters = counters
    self.events = events
    self.date = date
    self.refusals = refusals
    self.ready = ready
  }

  /// A share for each event loop; `hand` takes the connections that need the slow path.
  func shares(_ hand: @escaping @Sendable (SlowConnection) -> Void) -> LoopShares {
    let slowRequests = Places(limit: limits.maxSlowRequests)
    let eventPlaces = Places(limit: limits.maxEventClients)
    return LoopShares { loop in
      LoopShare(
        on: loop, limits: limits, counts: counters.addLoop(), slowRequests: slowRequests,
        events: events, eventPlaces: eventPlaces, date: date, refusals: refusals, ready: ready,
        hand: hand)
    }
  }
}
