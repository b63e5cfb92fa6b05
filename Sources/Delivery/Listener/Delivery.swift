// Delivery owns connections: which requests are well-formed, the order of responses, and limits.
// Its `Responder` supplies the responses: at once from memory, or in the fallback. It must not know
// what the bytes are: no gifts, no store, no JSON. It reads only the monotonic clock; the date is
// passed in.

package import NIOCore
import NIOPosix
import ServiceLifecycle

/// The common parts of a port's connections: responder, limits and counters.
package struct Delivery: Sendable {
  /// The limits of clients.
  package let limits: DeliveryLimits
  let responder: Responder
  /// The counters of all connections.
  package let counters = DeliveryCounters()
  let events: EventFeed
  let date: @Sendable () -> DateField
  let makeRequestID: @Sendable () -> String
  let accessLog: AccessLog?
  /// The limit of requests in the fallback.
  package let fallbackRequests: ConcurrencyLimit
  /// The limit of clients that listen to events.
  package let eventClients: ConcurrencyLimit

  /// Delivers the responses of `responder`, and `events` on event streams.
  ///
  /// `makeRequestID` makes ids for requests without one; `accessLog` may be nil.
  package init(
    limits: DeliveryLimits, responder: Responder, events: EventFeed,
    date: @escaping @Sendable () -> DateField,
    makeRequestID: @escaping @Sendable () -> String, accessLog: AccessLog?
  ) {
    self.limits = limits
    self.responder = responder
    self.events = events
    self.date = date
    self.makeRequestID = makeRequestID
    self.accessLog = accessLog
    fallbackRequests = ConcurrencyLimit(limit: limits.server.maxFallbackRequests)
    eventClients = ConcurrencyLimit(limit: limits.server.maxEventClients)
  }
}

extension Delivery {
  /// Opens a port on a host name or address, reports its address, and serves until the process
  /// stops; port 0 takes a free one.
  ///
  /// Then no more connections are accepted, and pending requests are answered within the limit, or
  /// not at all if the task is cancelled.
  ///
  /// `backlog` connections may wait in the system's queue (`listen(2)`). `isShared`: other
  /// processes of the same user may share the port (SO_REUSEPORT of socket(7)); each new connection
  /// goes to one.
  ///
  /// Throws if the port cannot be opened.
  package func listen(
    host: String, port: Int, backlog: Int, isShared: Bool,
    opened: @Sendable (SocketAddress?) -> Void
  ) async throws {
    let (work, working) = AsyncStream.makeStream(of: FallbackWork.self)
    let registry = ConnectionRegistry()
    let socket = try await bootstrap(registry, backlog: backlog, isShared: isShared) {
      working.yield($0)
    } ended: {
      working.finish()
    }.bind(host: host, port: port).get()
    opened(socket.localAddress)
    await withTaskCancellationHandler {
      await withGracefulShutdownHandler {
        await withDiscardingTaskGroup { group in
          for await work in work { group.addTask { await work() } }
        }
      } onGracefulShutdown: {
        socket.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        socket.eventLoop.scheduleTask(in: TimeAmount(limits.server.shutdown)) {
          registry.closeAll()
        }
      }
    } onCancel: {
      socket.close(promise: nil)
      registry.closeAll()
    }
  }

  private func bootstrap(
    _ registry: ConnectionRegistry, backlog: Int, isShared: Bool,
    run: @escaping @Sendable (@escaping FallbackWork) -> Void, ended: @escaping @Sendable () -> Void
  ) async throws -> ServerBootstrap {
    let loops = MultiThreadedEventLoopGroup.singleton
    var states: [ObjectIdentifier: NIOLoopBound<EventLoopState>] = [:]
    for loop in loops.makeIterator() {
      states[ObjectIdentifier(loop)] = try await loop.submit {
        NIOLoopBound(EventLoopState(on: loop, self, registry, run: run), eventLoop: loop)
      }.get()
    }
    return ServerBootstrap(group: loops)
      .serverChannelOption(.backlog, value: Int32(clamping: backlog))
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelOption(.socketOption(.reusePort), value: isShared ? 1 : 0)
      // Connections inherit it from the port; setting it later would be too late for the first.
      .serverChannelOption(
        .socketOption(.so_rcvbuf), value: .init(clamping: limits.socket.receiveBufferBytes)
      )
      // Otherwise few are accepted between two rounds of responses, and if many come at once on a
      // busy machine, the last wait for seconds.
      .serverChannelOption(.maxMessagesPerRead, value: UInt(limits.server.maxAcceptedAtOnce))
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          // When out of file descriptors, it stops accepting for a while.
          try channel.pipeline.syncOperations.addHandler(
            AcceptBackoffHandler(shouldForwardIOErrorCaught: false))
          try channel.pipeline.syncOperations.addHandler(
            AcceptedConnections(limits: limits.server, registry: registry, on: loops, ended: ended))
        }
      }
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      // Read no more than can be held, one buffer at a time.
      .childChannelOption(.autoRead, value: false)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(
        .recvAllocator,
        value: AdaptiveRecvByteBufferAllocator(
          minimum: 1_024, initial: 2_048, maximum: limits.socket.maxReadBytes)
      )
      .childChannelOption(
        .writeBufferWaterMark,
        value: .init(low: limits.socket.resumedQueuedBytes, high: limits.socket.maxQueuedBytes)
      )
      .childChannelOption(.tcpOption(.notSentLowWater), value: .init(limits.socket.maxUnsentBytes))
      .childChannelInitializer { [states] channel in
        channel.eventLoop.makeCompletedFuture {
          guard let state = states[ObjectIdentifier(channel.eventLoop)]?.value else {
            throw ChannelError.inappropriateOperationForState
          }
          try channel.pipeline.syncOperations.addHandler(RequestHandler(on: state))
        }
      }
  }
}

/// The work for one request in the fallback.
typealias FallbackWork = @Sendable () async -> Void

/// An access log: on each event loop, one of every `interval` responses, at least 1, is passed to
/// `write`.
package typealias AccessLog = (interval: Int, write: @Sendable (AccessRecord) -> Void)

/// A logged response and its request.
package struct AccessRecord: Sendable {
  /// The response, without `Date` and `Connection`.
  package let response: Response
  /// The request; nil if it could not be parsed.
  package let head: RequestHead?
  /// The request's id.
  package let requestID: String
}

/// The field `Date` of responses, with another one that changes as often, and how long they are
/// right.
package struct DateField: Sendable {
  /// An IMF-fixdate (RFC 9110 §5.6.7).
  package let value: String
  /// The time until its second is over, at most a second: clients derive the server's clock from
  /// the instant at which it changes.
  package let left: Duration

  /// A further field; nil for none.
  package let companion: (name: String, value: String)?

  /// A field, another one, and the time that is left of them.
  package init(value: String, left: Duration, companion: (name: String, value: String)? = nil) {
    self.value = value
    self.left = left
    self.companion = companion
  }
}
