import Delivery
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import Testing

struct UnattendedTests {
  /// Far more than the system keeps on the way.
  private static let pieces = 16
  private static let piece = ByteBuffer(repeating: UInt8(ascii: "A"), count: 1 << 20)

  @Test func `a server that stops does not take in what it will not answer`() async throws {
    var limits = DeliveryLimits.standard
    limits.lastCall = .seconds(2)
    let delivery = Delivery(
      limits: limits, counters: DeliveryCounters(), date: { Port.date }, refusals: Port.refusals,
      ready: Port.ready)
    // As a server does with connections that it accepts while it is told to stop: nobody waits for
    // what they ask the slow path.
    let dropping = DeliveryChannel(responder: { _, _, _ in }, delivery: delivery)
    let group = MultiThreadedEventLoopGroup.singleton
    let server = try await ServerBootstrap(group: group)
      .childChannelOption(.socketOption(.so_rcvbuf), value: 16 * 1_024)
      .childChannelInitializer { channel in
        let logger = Logger(label: "delivery") { _ in SwiftLogNoOpLogHandler() }
        return dropping.setup(channel: channel, logger: logger).map { _ in
          channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let client = try await ClientBootstrap(group: group)
      .channelOption(.socketOption(.so_sndbuf), value: 16 * 1_024)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .connect(host: "127.0.0.1", port: try #require(server.localAddress?.port)) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    let rest = try await client.executeThenClose { inbound, _ in
      let slow = ByteBuffer(string: "GET /x HTTP/1.1\r\nHost: g\r\n\r\n")
      client.channel.write(slow, promise: nil)
      for _ in 0..<Self.pieces { client.channel.writeAndFlush(Self.piece, promise: nil) }
      var answers = inbound.makeAsyncIterator()
      let answer = try #require(try await answers.next())
      #expect(
        withoutDates(String(buffer: answer)) == refused(.overloaded(retryAfterSeconds: 1)))
      return try await client.channel.getOption(.bufferedWritableBytes).get()
    }
    #expect(rest > Self.pieces / 2 * Self.piece.readableBytes)
    try await server.close()
  }
}
