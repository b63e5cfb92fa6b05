import NIOCore
import NIOPosix
import PostgresCluster
import Support
import Synchronization

/// A network between giftd and a server that can fall silent: what is sent is taken and goes
/// nowhere, and nobody is told.
final class Relay: Sendable {
  private struct State {
    var isSilent = false
    var channels: [any Channel] = []
  }

  private let socketPath: String
  private let state = Mutex(State())

  /// To the server whose socket lies at a path.
  init(to server: TestCluster) {
    socketPath = server.cluster.socketFolder + "/.s.PGSQL.5432"
  }

  /// Listens, and returns the port.
  func open() async throws -> Int {
    let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { client in self.join(client) }
      .bind(host: "127.0.0.1", port: 0).get()
    keep(listener)
    return listener.localAddress?.port ?? 0
  }

  /// From here on nothing passes; what is connected now never will again.
  func fallSilent() async throws {
    let channels = state.withLock { state in
      state.isSilent = true
      return state.channels.dropFirst()
    }
    for channel in channels {
      do {
        try await channel.setOption(.autoRead, value: false).get()
      } catch ChannelError.ioOnClosedChannel {
        // Closed already, or meanwhile: nothing passes.
      }
    }
  }

  /// From here on new connections pass.
  func speak() {
    state.withLock { $0.isSilent = false }
  }

  /// Ends every connection.
  func close() async {
    for channel in state.withLock({ $0.channels }) {
      // It may be closed already.
      try? await channel.close()
    }
  }

  private func keep(_ channel: any Channel) {
    state.withLock { $0.channels.append(channel) }
  }

  private func join(_ client: any Channel) -> EventLoopFuture<Void> {
    keep(client)
    if state.withLock({ $0.isSilent }) { return client.setOption(.autoRead, value: false) }
    return ClientBootstrap(group: client.eventLoop)
      .channelInitializer { server in server.pipeline.addHandler(Passage(to: client)) }
      .connect(unixDomainSocketPath: socketPath)
      .flatMap { server in
        self.keep(server)
        return client.pipeline.addHandler(Passage(to: server))
      }
  }
}

/// Hands on what comes, and the end.
private final class Passage: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private let other: any Channel

  init(to other: any Channel) { self.other = other }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    other.writeAndFlush(unwrapInboundIn(data), promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    other.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
