import Delivery
import Glibc
import NIOCore
import NIOPosix
import Testing

/// What a hostile client can take of a listener.
@Suite(.timeLimit(.minutes(2)))
struct HostileTests {
  private static let last = "GET /ready HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n"

  /// The limit is on the work, not on those who wait for it.
  @Test func `a client that leaves does not give back the place of work that goes on`()
    async throws
  {
    var limits = DeliveryLimits.standard
    limits.server.maxFallbackRequests = 1
    try await withPort(limits) { port in
      let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .connect(host: "127.0.0.1", port: port.number).get()
      // Takes the connection back without a word (socket(7)).
      let options = try #require(channel as? any SocketOptionProvider)
      try await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
      try await channel.writeAndFlush(
        ByteBuffer(string: "GET /held HTTP/1.1\r\nHost: g\r\n\r\n"))
      for await _ in port.held { break }
      try await channel.close()
      await port.wait(for: .closed, 1)
      #expect(port.delivery.fallbackRequests.used == 1)
      let request = "GET /x HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n"
      let refusal = try await exchange(request, port: port)
      #expect(refusal == refused(.overloaded(retryAfterSeconds: 1)))
      port.releases.yield()
      while port.delivery.fallbackRequests.used > 0 { await Task.yield() }
      let answer = try await exchange(request, port: port)
      #expect(answer.hasSuffix("GET /x"))
    }
  }

  @Test func `a client that takes some bytes now and then is let go`() async throws {
    var limits = DeliveryLimits.standard
    limits.connection.pace.interval = .seconds(1)
    limits.connection.pace.minBytesPerSecond = 256 * 1_024
    limits.socket.maxUnsentBytes = 16 * 1_024
    try await withPort(limits) { port in
      let channel = try await slowClient(of: port)
      try await channel.executeThenClose { inbound, outbound in
        try await outbound.write(ByteBuffer(string: "GET /large HTTP/1.1\r\nHost: g\r\n\r\n"))
        var pieces = inbound.makeAsyncIterator()
        while port.counts[.stalled] == 0 {
          channel.channel.read()
          guard try await pieces.next() != nil else { break }
          // 40 kilobytes a second.
          try await channel.channel.eventLoop.scheduleTask(in: .milliseconds(50)) {}
            .futureResult.get()
        }
        #expect(port.counts[.stalled] == 1)
      }
    }
  }

  private func slowClient(of port: Port) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
    try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .channelOption(.autoRead, value: false)
      .channelOption(.maxMessagesPerRead, value: 1)
      .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 2_048))
      .channelOption(.socketOption(.so_rcvbuf), value: 16 * 1_024)
      .connect(host: "127.0.0.1", port: port.number) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
  }

  @Test(arguments: ["", "GET /ready HTTP/1.1\r\nHo"])
  func `who is idle longest makes room when the port is full`(sent: String) async throws {
    var limits = DeliveryLimits.standard
    limits.server.maxConnections = 8
    try await withPort(limits) { port in
      var channels: [any Channel] = []
      for _ in 0..<8 {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
          .connect(host: "127.0.0.1", port: port.number).get()
        if !sent.isEmpty { try await channel.writeAndFlush(ByteBuffer(string: sent)) }
        channels.append(channel)
      }
      await port.wait(for: .opened, 8)
      for _ in 0..<20 {
        let answer = try await exchange(Self.last, port: port)
        #expect(answer.hasSuffix("ready"))
      }
      #expect(port.counts[.evicted] > 0)
      for channel in channels { channel.close(promise: nil) }
    }
  }

  @Test func `who is being answered is not thrown out for others`() async throws {
    var limits = DeliveryLimits.standard
    limits.server.maxConnections = 2
    try await withPort(limits) { port in
      async let held = exchange(
        "GET /held HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n", port: port)
      for await _ in port.held { break }
      for _ in 0..<10 {
        _ = try await exchange(Self.last, port: port)
      }
      port.releases.yield()
      let answer = try await held
      #expect(answer.hasSuffix("GET /held"))
    }
  }

  /// The system finds out that the client has left when the head of the events is written.
  @Test func `clients that reset as soon as they asked for events take no place`() async throws {
    try await withPort { port in
      for _ in 0..<100 {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
          .connect(host: "127.0.0.1", port: port.number).get()
        let options = try #require(channel as? any SocketOptionProvider)
        try await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        try await channel.writeAndFlush(
          ByteBuffer(string: "GET /events HTTP/1.1\r\nHost: g\r\n\r\n"))
        try await channel.close()
      }
      await port.wait(for: .closed, 100)
      #expect(port.delivery.eventClients.used == 0)
      #expect(port.counts[.eventClientCame] == port.counts[.eventClientLeft])
    }
  }

  @Test(arguments: [300, 3_000])
  func `answers that pile up and are taken at once stop nothing`(count: Int) async throws {
    let request = "GET /middle HTTP/1.1\r\nHost: g\r\n\r\n"
    let answers = try await withPort { port in
      try await exchange(String(repeating: request, count: count) + Self.last, port: port)
    }
    #expect(answers.ranges(of: "HTTP/1.1 200").count == count + 1)
    #expect(answers.hasSuffix("ready"))
  }

  @Test func `a client that sends without end behind its last request is not listened to for ever`()
    async throws
  {
    var limits = DeliveryLimits.standard
    limits.connection.waits.linger = .milliseconds(200)
    try await withPort(limits) { port in
      let channel = try await connect(to: port)
      try await channel.executeThenClose { inbound, outbound in
        try await outbound.write(
          ByteBuffer(string: "POST /x HTTP/1.1\r\nHost: g\r\nContent-Length: 999999999\r\n\r\n"))
        do {
          while port.counts[.closed] == 0 {
            try await outbound.write(ByteBuffer(repeating: 0x61, count: 16 * 1_024))
          }
        } catch {
          // The server has closed, or closes just now.
          await port.wait(for: .closed, 1)
        }
        let answer = await all(of: inbound)
        #expect(answer.isEmpty || answer.hasSuffix("POST /x"))
      }
    }
  }

  @Test func `one of so many responses is logged, under the name of its request`() async throws {
    let (records, logging) = AsyncStream.makeStream(of: AccessRecord.self)
    let log: AccessLog = (1, { logging.yield($0) })
    let refusal = try await withPort(accessLog: log) { port in
      _ = try await exchange(
        "GET /missing HTTP/1.1\r\nHost: g\r\nX-Request-Id: it-1\r\nConnection: close\r\n\r\n",
        port: port)
      let refusal = try await exchange("nonsense\r\n\r\n", port: port)
      logging.finish()
      return refusal
    }
    var lines: [String] = []
    for await record in records {
      lines.append(
        "\(record.requestID) \(record.head?.target ?? "-") \(record.response.status.code)")
    }
    #expect(lines == ["it-1 /missing 404", "made-1 - 400"])
    #expect(refusal.contains("X-Request-Id: made\r\n"))
  }
}
