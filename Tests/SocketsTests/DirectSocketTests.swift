import NIOCore
import NIOPosix
import Sockets
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DirectSocketTests {
  @Test(arguments: [("head", "body"), ("head", ""), ("", "body"), ("", "")])
  func `both parts arrive, one behind the other`(head: String, body: String) async throws {
    let received = try await sent { socket in
      #expect(
        socket.send(ByteBuffer(string: head), ByteBuffer(string: body)) == (head + body).count)
    }
    #expect(String(buffer: received) == head + body)
  }

  @Test func `of parts of buffers only what can be read is sent`() async throws {
    let received = try await sent { socket in
      let part = ByteBuffer(string: "abcdef").getSlice(at: 2, length: 3) ?? ByteBuffer()
      #expect(socket.send(part, part) == 6)
    }
    #expect(String(buffer: received) == "cdecde")
  }

  @Test func `a file is sent behind its head, again and again`() async throws {
    let body = Self.body(30_000)
    let file = try #require(BodyFile(body))
    let received = try await sent { socket in
      for _ in 0..<2 {
        #expect(socket.send(ByteBuffer(string: "head"), file) == 4 + body.readableBytes)
      }
    }
    var expected = ByteBuffer()
    for _ in 0..<2 {
      expected.writeString("head")
      expected.writeImmutableBuffer(body)
    }
    #expect(received == expected)
  }

  @Test func `what the system does not take of a file is left`() async throws {
    let body = Self.body(32_000_000)
    let file = try #require(BodyFile(body))
    let (counts, counting) = AsyncStream.makeStream(of: Int.self)
    let received = try await sent { socket in
      counting.yield(socket.send(ByteBuffer(string: "head"), file))
      counting.finish()
    }
    let taken = try #require(await counts.first { _ in true })
    #expect((4..<body.readableBytes).contains(taken))
    #expect(received.getSlice(at: 4, length: taken - 4) == body.getSlice(at: 0, length: taken - 4))
  }

  @Test func `what the system does not take is left`() async throws {
    // More than both sides' largest buffers (tcp_rmem and tcp_wmem of tcp(7)).
    let body = Self.body(32_000_000)
    let (counts, counting) = AsyncStream.makeStream(of: Int.self)
    let received = try await sent { socket in
      counting.yield(socket.send(ByteBuffer(string: "head"), body))
      counting.finish()
    }
    let taken = try #require(await counts.first { _ in true })
    #expect((4..<body.readableBytes).contains(taken))
    #expect(received.readableBytes == taken)
    #expect(received.getSlice(at: 4, length: taken - 4) == body.getSlice(at: 0, length: taken - 4))
  }

  @Test func `what the other side does not take is counted`() async throws {
    let body = ByteBuffer(bytes: [UInt8](repeating: 7, count: 32_000_000))
    let (counts, counting) = AsyncStream.makeStream(of: (Int, Int, Int).self)
    let server = try await serving { socket in
      let before = socket.untakenBytes
      let taken = socket.send(ByteBuffer(string: "head"), body)
      counting.yield((before, taken, socket.untakenBytes))
      counting.finish()
    }
    // It never reads: what its system holds for it is taken, and the rest is not.
    let client = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .channelOption(.autoRead, value: false)
      .connect(to: try #require(server.localAddress)).get()
    let (before, taken, untaken) = try #require(await counts.first { _ in true })
    #expect(before == 0 && (1...taken).contains(untaken))
    try await client.close()
    try await server.close()
  }

  @Test func `a closed channel has none`() async throws {
    let channel = try await DatagramBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .bind(host: "127.0.0.1", port: 0).get()
    #expect(try await channel.eventLoop.submit { DirectSocket(of: channel) != nil }.get())
    try await channel.close()
    #expect(try await channel.eventLoop.submit { DirectSocket(of: channel) == nil }.get())
  }

  /// Bytes of which each part can be told from the parts beside it.
  private static func body(_ count: Int) -> ByteBuffer {
    let block = (0..<768).map { UInt8($0 / 3) }
    var body = ByteBuffer()
    for _ in 0...count / block.count { body.writeBytes(block) }
    return body.getSlice(at: 0, length: count) ?? body
  }

  /// All that comes of what `body` sends on the loop of a connection, which is then closed.
  private func sent(_ body: @escaping @Sendable (DirectSocket) -> Void) async throws -> ByteBuffer {
    let server = try await serving(body)
    let client = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(to: try #require(server.localAddress)) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    let received = try await client.executeThenClose { inbound, _ in
      try await inbound.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) }
    }
    try await server.close()
    return received
  }
}

/// A server whose connections are handed to `body` on their loop, and then closed.
private func serving(_ body: @escaping @Sendable (DirectSocket) -> Void) async throws -> any Channel
{
  try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
    .childChannelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(Sender(body: body))
      }
    }
    .bind(host: "127.0.0.1", port: 0).get()
}

/// Sends as soon as there is a connection, and closes it.
private final class Sender: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let body: @Sendable (DirectSocket) -> Void

  init(body: @escaping @Sendable (DirectSocket) -> Void) {
    self.body = body
  }

  func channelActive(context: ChannelHandlerContext) {
    if let socket = DirectSocket(of: context.channel) { body(socket) }
    context.close(promise: nil)
  }
}
