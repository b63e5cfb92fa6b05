// SlowLink owns a link to a server that takes its time: a proxy that delays what it passes on, and
// counts how often a client waited for an answer, and the bytes that clients sent. It must not know
// what is said over it.

package import NIOCore
import NIOPosix
import Synchronization

/// A proxy on loopback before a server's Unix socket.
package struct SlowLink: Sendable {
  private let listener: any Channel
  private let turns = RoundTrips()

  /// Listens on a port that the system chooses; whatever is said arrives `delay` later.
  package init(to socket: String, delay: TimeAmount) async throws {
    let turns = turns
    listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { client in
        // On the client's event loop, so that both directions keep their order.
        ClientBootstrap(group: client.eventLoop)
          .channelOption(.allowRemoteHalfClosure, value: true)
          .connect(unixDomainSocketPath: socket)
          .flatMap { server in
            client.eventLoop.makeCompletedFuture {
              try client.pipeline.syncOperations.addHandler(
                Delay(to: server, by: delay) { turns.asked($0) })
              try server.pipeline.syncOperations.addHandler(
                Delay(to: client, by: delay) { _ in turns.answered() })
            }
          }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  /// The port that it listens on.
  package var port: Int { listener.localAddress?.port ?? 0 }

  /// How often something was asked after an answer, or for the first time.
  package var roundTrips: Int { turns.count }

  /// How many bytes clients have sent.
  package var bytesSent: Int { turns.bytes }

  /// Ends it for who is not connected yet.
  package func close() async throws { try await listener.close() }

  /// Waits for its end.
  package func ended() async throws { try await listener.closeFuture.get() }
}

private final class RoundTrips: Sendable {
  private let state = Mutex((count: 0, bytes: 0, isAnswered: true))

  var count: Int { state.withLock(\.count) }
  var bytes: Int { state.withLock(\.bytes) }

  func asked(_ bytes: Int) {
    state.withLock { state in
      state.bytes += bytes
      if state.isAnswered { state.count += 1 }
      state.isAnswered = false
    }
  }

  func answered() { state.withLock { $0.isAnswered = true } }
}

private final class Delay: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  private let other: any Channel
  private let delay: TimeAmount
  private let note: @Sendable (Int) -> Void

  init(to other: any Channel, by delay: TimeAmount, _ note: @escaping @Sendable (Int) -> Void) {
    self.other = other
    self.delay = delay
    self.note = note
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = unwrapInboundIn(data)
    note(bytes.readableBytes)
    let other = other
    context.eventLoop.scheduleTask(in: delay) { other.writeAndFlush(bytes, promise: nil) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    let other = other
    context.eventLoop.scheduleTask(in: delay) { other.close(promise: nil) }
  }
}
