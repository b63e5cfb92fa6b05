// Delivery owns how bytes get onto connections: which requests are well-formed, in which order
// responses leave, and how much anything may take. What to answer it asks its `Responder`: at once
// for what is in memory, in the fallback for all else. It must not know what the bytes are: no
// gifts, no store, no JSON. It reads no clock but the monotonic one; the date it is given.

package import NIOCore
import NIOPosix
import ServiceLifecycle

/// What has to be done for one request in the fallback.
typealias FallbackWork = @Sendable () async -> Void

/// One port, and a request handler on each of its connections.
package struct Listener: Sendable {
  private let delivery: Delivery
  private let host: String
  private let port: Int
  private let backlog: Int
  private let isShared: Bool

  /// Will listen at a port of a name or an address, with so many connections in the system's queue
  /// (`listen(2)`); port 0 takes a free one.
  ///
  /// `isShared`: other processes of the same user may listen there, too (SO_REUSEPORT of
  /// socket(7)); each new connection goes to one of them.
  package init(_ delivery: Delivery, host: String, port: Int, backlog: Int, isShared: Bool) {
    self.delivery = delivery
    self.host = host
    self.port = port
    self.backlog = backlog
    self.isShared = isShared
  }

  /// Opens the port, says where it is, and serves until the process is to stop.
  ///
  /// Then nothing more is accepted, and what was accepted is answered, if it takes no longer than
  /// the limit; when the task is cancelled, nothing is.
  ///
  /// Throws what keeps the port from being opened.
  package func run(opened: @Sendable (SocketAddress?) -> Void) async throws {
    let (work, working) = AsyncStream.makeStream(of: FallbackWork.self)
    let registry = ConnectionRegistry()
    let socket = try await open(registry) {
      working.yield($0)
    } ended: {
      working.finish()
    }
    opened(socket.localAddress)
    await withTaskCancellationHandler {
      await withGracefulShutdownHandler {
        await withDiscardingTaskGroup { group in
          for await work in work { group.addTask { await work() } }
        }
      } onGracefulShutdown: {
        socket.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        socket.eventLoop.scheduleTask(in: TimeAmount(delivery.limits.server.shutdown)) {
          registry.closeAll()
        }
      }
    } onCancel: {
      socket.close(promise: nil)
      registry.closeAll()
    }
  }

  private func open(
    _ registry: ConnectionRegistry, run: @escaping @Sendable (@escaping FallbackWork) -> Void,
    ended: @escaping @Sendable () -> Void
  ) async throws -> any Channel {
    let loops = MultiThreadedEventLoopGroup.singleton
    var states: [ObjectIdentifier: NIOLoopBound<EventLoopState>] = [:]
    for loop in loops.makeIterator() {
      states[ObjectIdentifier(loop)] = try await loop.submit {
        NIOLoopBound(EventLoopState(on: loop, delivery, registry, run: run), eventLoop: loop)
      }.get()
    }
    let limits = delivery.limits
    return try await ServerBootstrap(group: loops)
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
            AcceptedConnections(
              limits: limits.server, registry: registry, on: loops, ended: ended))
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
      .bind(host: host, port: port).get()
  }
}
