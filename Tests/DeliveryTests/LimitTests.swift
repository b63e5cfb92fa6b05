import Delivery
import Glibc
import NIOCore
import NIOPosix
import Testing

private let get = "GET /ready HTTP/1.1\r\nHost: g\r\n\r\n"
private let last = "GET /ready HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n"
private let ready = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nready"

@Suite(.timeLimit(.minutes(1)))
struct LimitTests {
  @Test(arguments: ["G", "\(get)GET /ready HTTP/1.1\r\nHo"])
  func `a head that is not whole in time is refused`(text: String) async throws {
    let (answer, counts) = try await withPort(brief(\.connection.waits.requestArrival)) { port in
      let answer = try await exchange(text, port: port)
      return (answer, port.counts)
    }
    #expect(answer == (text == "G" ? "" : ready) + refused(.timedOut))
    #expect(counts[.late] == 1)
  }

  @Test(
    arguments: [
      ("GET /ready HTTP/1.1\r\nHost: g\r\nX: ", refused(.timedOut))
    ])
  func `bytes that drip do not buy time`(start: String, answer: String) async throws {
    let received = try await withPort(brief(\.connection.waits.requestArrival)) { port in
      let channel = try await connect(to: port)
      return try await channel.executeThenClose { inbound, outbound in
        try await outbound.write(ByteBuffer(string: start))
        async let received = all(of: inbound)
        while port.counts[.late] == 0 {
          // As long as a request of somebody else takes.
          _ = try await exchange(last, port: port)
          try await outbound.write(ByteBuffer(string: "x"))
        }
        return await received
      }
    }
    #expect(received == answer)
  }

  @Test(arguments: ["", get, "GET /x HTTP/1.1\r\nHost: g\r\n\r\n"])
  func `a connection without a request is closed without a word`(text: String) async throws {
    let answer = try await withPort(brief(\.connection.waits.idle)) {
      try await exchange(text, port: $0)
    }
    #expect(answer.split(separator: "HTTP/1.1").count == (text.isEmpty ? 0 : 1))
    #expect(!answer.contains("close"))
  }

  @Test func `a client that does not read is left when its time is up`() async throws {
    var limits = DeliveryLimits.standard
    limits.connection.pace.interval = .seconds(3_600)
    let requests = ByteBuffer(
      string: String(repeating: "GET /large HTTP/1.1\r\nHost: g\r\n\r\n", count: 64))
    let channel = try await withPort(limits) { port in
      let channel = try await connect(to: port)
      channel.channel.writeAndFlush(requests, promise: nil)
      await port.wait(for: .ready, 1)
      port.stop()
      // Until the port is closed.
      while (try? await exchange(last, port: port)) != nil {}
      return channel
    }
    try await channel.executeThenClose { inbound, _ in
      #expect(await all(of: inbound).utf8.count < 64 * Port.largeBody.readableBytes)
    }
  }

  @Test func `a request with the slow path is waited for longer than an idle client`()
    async throws
  {
    var limits = brief(\.connection.waits.idle)
    limits.connection.waits.requestArrival = limits.connection.waits.idle
    let held = "GET /held HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n"
    let answer = try await withPort(limits) { port in
      async let answer = exchange(held, port: port)
      for await _ in port.held { break }
      _ = try await exchange("", port: port)
      port.releases.yield()
      return try await answer
    }
    #expect(answer.hasSuffix("GET /held"))
  }

  @Test func `clients that leave as soon as they have come do no harm`() async throws {
    let answer = try await withPort { port in
      for _ in 0..<20 {
        try await withThrowingDiscardingTaskGroup { group in
          for _ in 0..<50 {
            group.addTask {
              let channel = try await ClientBootstrap(
                group: .singletonMultiThreadedEventLoopGroup
              ).connect(host: "127.0.0.1", port: port.number).get()
              // Takes the connection back without a word (socket(7)).
              let options = try #require(channel as? any SocketOptionProvider)
              try await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
              try await channel.close()
            }
          }
        }
      }
      return try await exchange(last, port: port)
    }
    #expect(answer.hasPrefix("HTTP/1.1 200"))
  }

  @Test func `a client that takes nothing is let go, and cannot have much queued`() async throws {
    let one = "GET /large HTTP/1.1\r\nHost: g\r\n\r\n"
    let counts = try await withPort(brief(\.connection.pace.interval)) { port in
      let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .channelOption(.autoRead, value: false)
        .channelOption(.socketOption(.so_rcvbuf), value: 16 * 1_024)
        .connect(host: "127.0.0.1", port: port.number).get()
      let requests = ByteBuffer(string: String(repeating: one, count: 100_000))
      channel.writeAndFlush(requests, promise: nil)
      try await channel.closeFuture.get()
      return port.counts
    }
    #expect(counts[.stalled] == 1)
    // Not even the system holds more than a part of the first answer.
    #expect(counts[.ready] == 1)
  }

  @Test func `a client that takes little, and goes on taking it, is not let go`() async throws {
    let one = "GET /large HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n"
    var limits = brief(\.connection.pace.interval)
    limits.socket.maxUnsentBytes = Port.largeBody.readableBytes / 2
    // The system tells of what was taken in lumps.
    limits.connection.pace.minBytesPerSecond = 1
    let (received, counts) = try await withPort(limits) { [limits] port in
      let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .channelOption(.autoRead, value: false)
        .channelOption(.maxMessagesPerRead, value: 1)
        .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 2_048))
        .channelOption(.socketOption(.so_rcvbuf), value: 16 * 1_024)
        .connect(host: "127.0.0.1", port: port.number) { channel in
          channel.eventLoop.makeCompletedFuture {
            try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
          }
        }
      return try await channel.executeThenClose { inbound, outbound in
        try await outbound.write(ByteBuffer(string: one))
        // 40 kilobytes a second, until a client that took nothing would have been let go.
        let end = NIODeadline.now() + TimeAmount(limits.connection.pace.interval) + .seconds(2)
        var pieces = inbound.makeAsyncIterator()
        var received = 0
        while NIODeadline.now() < end, received <= Port.largeBody.readableBytes {
          channel.channel.read()
          received += try await pieces.next()?.readableBytes ?? 0
          try await channel.channel.eventLoop.scheduleTask(in: .milliseconds(50)) {}
            .futureResult.get()
        }
        return (received, port.counts)
      }
    }
    #expect(received > 0)
    #expect(counts[.stalled] == 0)
    #expect(counts[.closed] == 0)
  }

  @Test func `requests that each come in time are not late together`() async throws {
    let limits = brief(\.connection.waits.requestArrival)
    let wait = TimeAmount(limits.connection.waits.requestArrival)
    var isSeen = false
    for _ in 0..<10 where !isSeen {
      let (counts, turns, longest) = try await withPort(limits) { port in
        let channel = try await connect(to: port)
        return try await channel.executeThenClose { inbound, outbound in
          var pieces = inbound.makeAsyncIterator()
          let end = NIODeadline.now() + wait + .seconds(1)
          var turns = 0
          var (begun, longest) = (NIODeadline.now(), TimeAmount.zero)
          try await outbound.write(ByteBuffer(string: String(get.prefix(10))))
          while NIODeadline.now() < end {
            try await outbound.write(ByteBuffer(string: "\(get.dropFirst(10))\(get.prefix(10))"))
            guard try await pieces.next() != nil else { break }
            turns += 1
            longest = max(longest, NIODeadline.now() - begun)
            begun = .now()
          }
          return (port.counts, turns, max(longest, NIODeadline.now() - begun))
        }
      }
      // Else the machine stood still for so long that one did not come in time.
      isSeen = longest < wait
      guard isSeen else { continue }
      #expect(counts[.late] == 0)
      #expect(counts[.ready] == turns)
    }
    #expect(isSeen)
  }

  @Test func `more than so many at once are told to come back`() async throws {
    var limits = DeliveryLimits.standard
    limits.server.maxFallbackRequests = 1
    let overloaded = Refusal.overloaded(retryAfterSeconds: 1)
    let (first, second, counts) = try await withPort(limits) { port in
      async let first = exchange(
        "GET /held HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n", port: port)
      for await _ in port.held { break }
      let second = try await exchange(
        "GET /x HTTP/1.1\r\nHost: g\r\n\r\n\(get)"
          + "HEAD /x HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n", port: port)
      port.releases.yield()
      let held = try await first
      return (held, second, port.counts)
    }
    #expect(first.hasSuffix("GET /held"))
    #expect(
      second == refused(overloaded).replacing("Connection: close\r\n", with: "") + ready
        + refused(overloaded))
    #expect(counts[.overloaded] == 2)
  }

  @Test func `places are given back, also by those who left`() async throws {
    var limits = DeliveryLimits.standard
    limits.server.maxFallbackRequests = 1
    try await withPort(limits) { port in
      let channel = try await connect(to: port)
      try await channel.executeThenClose { _, outbound in
        try await outbound.write(
          ByteBuffer(string: "GET /held HTTP/1.1\r\nHost: g\r\n\r\n"))
        for await _ in port.held { break }
      }
      port.releases.yield()
      await port.wait(for: .closed, 1)
      for _ in 0..<3 {
        let answer = try await exchange(
          "GET /x HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n", port: port)
        #expect(answer.hasPrefix("HTTP/1.1 200"))
      }
    }
  }
}

/// The standard limits with one wait that a test can await, and a busy machine does not by mistake.
private func brief(_ wait: WritableKeyPath<DeliveryLimits, Duration>) -> DeliveryLimits {
  var limits = DeliveryLimits.standard
  limits.connection.waits.linger = .seconds(1)
  limits[keyPath: wait] = .seconds(3)
  return limits
}
