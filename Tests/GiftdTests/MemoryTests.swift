import DaemonSupport
import NIOCore
import NIOPosix
import Support
import Testing

/// How much memory a client can make giftd hold.
@Suite(.timeLimit(.minutes(3)))
struct MemoryTests {
  private static let megabyte = 1_024.0 * 1_024

  /// 256 MB of requests, each cut in two: none ends where a read does.
  @Test func `a client that never pauses makes nothing grow`() async throws {
    let filler = String(repeating: "x", count: 15_000)
    let request = "GET /none HTTP/1.1\r\nHost: g\r\nX: \(filler)\r\n\r\n"
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withServingDaemon(database: rose.conninfo) { daemon in
      _ = try await get("/none", port: daemon.publicPort)
      let before = try await daemon.residentBytes()
      try await withClient(port: daemon.publicPort) { inbound, outbound in
        let count = 256 << 20 / request.utf8.count
        try await withThrowingTaskGroup { group in
          group.addTask {
            try await outbound.write(ByteBuffer(string: String(request.prefix(100))))
            let part = ByteBuffer(
              string: String(request.dropFirst(100)) + String(request.prefix(100)))
            for _ in 1..<count { try await outbound.write(part) }
            try await outbound.write(ByteBuffer(string: String(request.dropFirst(100))))
            outbound.finish()
          }
          var answers = 0
          for try await piece in inbound {
            answers += String(buffer: piece).ranges(of: "HTTP/1.1 404").count
          }
          try await group.waitForAll()
          // Some may be cut in two as they come.
          #expect((count * 9 / 10...count).contains(answers))
        }
      }
      let after = try await daemon.residentBytes()
      #expect(after - before < 8 * Self.megabyte, "\(before) \(after)")
    }
  }

  /// What comes is read to its end as soon as the client has sent its last byte.
  @Test func `clients that send much, take nothing and say they are done hold little`()
    async throws
  {
    let count = 100
    let rose = try await PublishedRose(
      in: try await TestCluster.shared(), content: [UInt8](repeating: 0x20, count: 4 << 20))
    _ = try await withServingDaemon(database: rose.conninfo) { daemon in
      let before = try await daemon.residentBytes()
      var channels: [any Channel] = []
      for _ in 0..<count {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
          .channelOption(.autoRead, value: false)
          .channelOption(.allowRemoteHalfClosure, value: true)
          .connect(host: "127.0.0.1", port: daemon.publicPort).get()
        let request = "GET /rose.json HTTP/1.1\r\nHost: g\r\n\r\n"
        channel.writeAndFlush(
          ByteBuffer(string: String(repeating: request, count: 20_000)), promise: nil)
        channel.close(mode: .output, promise: nil)
        channels.append(channel)
      }
      // Each is at its first request.
      let wanted = "gift_responses_total{route=\"live_animation\",status=\"200\"}"
      let page = try await eventually {
        let page = try await daemon.measured()
        return (page[wanted] ?? 0) >= Double(count) ? page : nil
      }
      let after = try #require(page?["process_resident_memory_bytes"])
      #expect(after - before < Double(count) * 64 * 1_024 + 8 * Self.megabyte)
      for channel in channels { channel.close(promise: nil) }
    }
  }
}

extension Daemon {
  fileprivate func residentBytes() async throws -> Double {
    try #require(try await measured()["process_resident_memory_bytes"])
  }
}

private func withClient(
  port: Int,
  _ body: (
    NIOAsyncChannelInboundStream<ByteBuffer>, NIOAsyncChannelOutboundWriter<ByteBuffer>
  ) async throws -> Void
) async throws {
  let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
    .channelOption(.allowRemoteHalfClosure, value: true)
    .connect(host: "127.0.0.1", port: port) { channel in
      channel.eventLoop.makeCompletedFuture {
        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
          wrappingChannelSynchronously: channel,
          configuration: .init(isOutboundHalfClosureEnabled: true))
      }
    }
  try await channel.executeThenClose { try await body($0, $1) }
}
