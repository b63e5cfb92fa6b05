// Delivery owns how bytes get onto connections: which requests are well-formed, in which order
// responses leave, and how much anything may take. What to answer it asks its `Responder`: at once
// for what is in memory, in the fallback for all else. It must not know what the bytes are: no
// gifts, no store, no JSON. It reads no clock but the monotonic one; the date it is given.

package import NIOCore
import NIOPosix
import ServiceLifecycle

/// What the connections of a port have in common: how they are answered, and what they may take.
package struct Delivery: Sendable {
  /// What all of them may take.
  package let limits: DeliveryLimits
  let responder: Responder
  /// What is counted on its connections.
  package let counters = DeliveryCounters()
  let events: EventFeed
  let date: @Sendable () -> String
  let makeRequestID: @Sendable () -> String
  let accessLog: AccessLog?
  /// Requests that wait for the fallback.
  package let fallbackRequests: ConcurrencyLimit
  /// Clients that listen to events.
  package let eventClients: ConcurrencyLimit

  /// Delivers what `responder` answers, and `events` after what begins a stream.
  ///
  /// `date` is the time of day as the field `Date` has it (RFC 9110 §5.6.7); `makeRequestID` names
  /// requests that have no name of their own; of `accessLog` there may be none.
  package init(
    limits: DeliveryLimits, responder: Responder, events: EventFeed,
    date: @escaping @Sendable () -> String,
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
  /// Opens a port of a name or an address, says where it is, and serves until the process is to
  /// stop; port 0 takes a free one.
  ///
  /// Then nothing more is accepted, and what was accepted is answered, if it takes no longer than
  /// the limit; when the task is cancelled, nothing is.
  ///
  /// `backlog` connections may wait in the system's queue (`listen(2)`). `isShared`: others of the
  /// same user may listen there, too (SO_REUSEPORT of socket(7)); each new connection goes to one.
  ///
  /// Throws what keeps the port from being opened.
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
      // Connections have it from the port: what it is set to later would be too late for the first.
      .serverChannelOption(
        .socketOption(.so_rcvbuf), value: .init(clamping: limits.socket.receiveBufferBytes)
      )
      // Else few are accepted between two rounds of responses, and when many come at once on a busy
      // machine, the last wait for seconds.
      .serverChannelOption(.maxMessagesPerRead, value: UInt(limits.server.maxAcceptedAtOnce))
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          // Out of files, it accepts no more for a while.
          try channel.pipeline.syncOperations.addHandler(
            AcceptBackoffHandler(shouldForwardIOErrorCaught: false))
          try channel.pipeline.syncOperations.addHandler(
            AcceptedConnections(limits: limits.server, registry: registry, on: loops, ended: ended))
        }
      }
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      // Read only what can be held, and one buffer at a time.
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

/// What has to be done for one request in the fallback.
typealias FallbackWork = @Sendable () async -> Void

/// Where responses are logged: on each event loop, one of `interval`, at least 1, is handed to
/// `write`.
package typealias AccessLog = (interval: Int, write: @Sendable (AccessRecord) -> Void)

/// A request that was answered.
package struct AccessRecord: Sendable {
  /// What was written, but for `Date` and `Connection`.
  package let response: Response
  /// The request; nil for one that could not be read.
  package let head: RequestHead?
  /// What the request is called.
  package let requestID: String
}
