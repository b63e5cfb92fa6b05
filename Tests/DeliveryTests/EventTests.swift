import Delivery
import NIOCore
import NIOPosix
import Testing

/// Connections whose clients listen to events.
@Suite(.timeLimit(.minutes(2)))
struct EventTests {
  private static let head = """
    HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r
    Connection: close\r\n\r\n7\r\nbegin\n\n\r\n
    """

  @Test func `who comes is told the latest event, and each that follows`() async throws {
    try await withPort { port in
      port.events.publish("one")
      port.events.publish("two")
      let rest = try await withEventClient(port: port) { listener in
        try await listener.hears(Self.head + "4\r\ntwo;\r\n", through: "two;\r\n")
        port.events.publish("three")
        try await listener.hears("6\r\nthree;\r\n", through: "three;\r\n")
        port.events.publish("four")
        try await listener.hears("5\r\nfour;\r\n", through: "four;\r\n")
        listener.finish()
        return try await listener.hearRest()
      }
      // The body ends as it should.
      #expect(rest == "0\r\n\r\n")
      let counts = port.counts
      #expect(counts.responses(group: 0, status: .ok) == 1)
      #expect(counts[.eventSent] == 3)
      #expect(counts[.eventSkipped] == 0)
      #expect((counts[.eventClientCame], counts[.eventClientLeft]) == (1, 1))
    }
  }

  @Test func `who has heard the latest event is told the next one`() async throws {
    try await withPort { port in
      port.events.publish("one")
      try await withEventClient(port: port, "LAST-event-ID: one") { listener in
        try await listener.hears(Self.head, through: "\n\n\r\n")
        port.events.publish("two")
        try await listener.hears("4\r\ntwo;\r\n", through: "two;\r\n")
      }
      try await withEventClient(port: port, "Last-Event-ID: one") { listener in
        try await listener.hears(Self.head + "4\r\ntwo;\r\n", through: "two;\r\n")
      }
    }
  }

  @Test func `an old client gets its events without chunks`() async throws {
    try await withPort { port in
      try await withEventClient(port: port, version: "1.0", "Connection: keep-alive") { listener in
        let head = """
          HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r
          begin\n\n
          """
        try await listener.hears(head, through: "begin\n\n")
        port.events.publish("one")
        port.events.publish("two")
        let text = try await listener.hear("two;")
        #expect(text.hasSuffix("two;"))
        listener.finish()
        let rest = try await listener.hearRest()
        #expect(rest == "")
      }
    }
  }

  @Test func `HEAD is the head alone, and the connection goes on`() async throws {
    let text = "HEAD /events HTTP/1.1\r\nHost: g\r\n\r\nGET /ready HTTP/1.1\r\nHost: g\r\n"
    let answer = try await withPort { port in
      port.events.publish("one")
      return try await exchange(text + "Connection: close\r\n\r\n", port: port)
    }
    #expect(
      answer == """
        HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r
        HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nready
        """)
  }

  @Test func `nothing behind it is answered, and nobody is cut off for being silent`() async throws
  {
    var limits = DeliveryLimits.standard
    limits.connection.waits.idle = .seconds(3)
    limits.connection.waits.requestArrival = .seconds(3)
    limits.events.heartbeat = .milliseconds(500)
    try await withPort(limits) { port in
      let text = try await withEventClient(port: port) { listener in
        var text = ""
        for _ in 0..<8 {
          try await listener.send("GET /ready HTTP/1.1\r\nHost: g\r\n\r\nGET")
          text += try await listener.hear("3\r\n:\n\n\r\n")
        }
        listener.finish()
        return text + (try await listener.hearRest())
      }
      #expect(text.hasPrefix(Self.head))
      let beats = text.dropFirst(Self.head.count).replacing("3\r\n:\n\n\r\n", with: "")
      #expect(beats == "0\r\n\r\n")
      #expect(port.counts[.ready] == 0)
      #expect(port.counts[.late] == 0)
    }
  }

  @Test func `more than so many are told to come back, and places are given back`() async throws {
    var limits = DeliveryLimits.standard
    limits.server.maxEventClients = 1
    let overloaded = Refusal.overloaded(retryAfterSeconds: 1)
    let other = "GET /events HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n"
    try await withPort(limits) { port in
      for round in 1...3 {
        try await withEventClient(port: port) { listener in
          try await listener.hears(Self.head, through: "\n\n\r\n")
          let answer = try await exchange(other, port: port)
          #expect(answer == refused(overloaded))
        }
        await port.wait(for: .eventClientLeft, round)
      }
      #expect(port.counts[.overloaded] == 3)
    }
  }

  @Test func `events are no requests with the slow path`() async throws {
    var limits = DeliveryLimits.standard
    limits.server.maxFallbackRequests = 1
    try await withPort(limits) { port in
      try await withEventClient(port: port) { listener in
        _ = try await listener.hear("\n\n\r\n")
        let answer = try await exchange(
          "GET /x HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n", port: port)
        #expect(answer.hasSuffix("GET /x"))
      }
    }
  }

  @Test func `who was slow is told the last event, and none between`() async throws {
    // More than the sockets' own buffers take.
    let long = String(repeating: "x", count: 16 << 20)
    try await withPort { port in
      try await withEventClient(port: port, version: "1.0") { listener in
        _ = try await listener.hear("begin\n\n")
        port.events.publish(long)
        await port.wait(for: .eventSent, 1)
        for number in 1...100 { port.events.publish("event \(number)") }
        await port.wait(for: .eventSkipped, 99)
        let text = try await listener.hearMuch("event 100;")
        #expect(text.utf8.count == long.utf8.count + ";event 100;".utf8.count)
        #expect(port.counts[.eventSkipped] == 99)
        #expect(port.counts[.eventSent] == 2)
      }
    }
  }

  @Test func `who takes nothing is let go`() async throws {
    var limits = DeliveryLimits.standard
    limits.connection.pace.interval = .seconds(1)
    try await withPort(limits) { port in
      let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .channelOption(.autoRead, value: false)
        .connect(host: "127.0.0.1", port: port.number).get()
      try await channel.writeAndFlush(
        ByteBuffer(string: "GET /events HTTP/1.1\r\nHost: g\r\n\r\n"))
      port.events.publish(String(repeating: "x", count: 16 << 20))
      await port.wait(for: .eventClientLeft, 1)
      try await channel.close()
    }
  }

  /// The system notices that the client has left while it takes what is sent before.
  @Test func `who leaves while much is sent takes no place with them`() async throws {
    var limits = DeliveryLimits.standard
    limits.socket.maxQueuedBytes = Port.largeBody.readableBytes
    let both = ByteBuffer(
      string: "GET /large HTTP/1.1\r\nHost: g\r\n\r\nGET /events HTTP/1.1\r\nHost: g\r\n\r\n")
    try await withPort(limits) { port in
      for _ in 0..<100 {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
          .channelOption(.autoRead, value: false)
          .connect(host: "127.0.0.1", port: port.number).get()
        try await channel.writeAndFlush(both)
        try await channel.close()
      }
      await port.wait(for: .closed, 100)
      let counts = port.counts
      #expect(counts[.eventClientCame] == counts[.eventClientLeft])
      #expect(port.delivery.eventClients.used == 0)
    }
  }

  @Test func `many are told, part after part`() async throws {
    var limits = DeliveryLimits.standard
    limits.events.clientsAtOnce = 8
    try await withPort(limits) { port in
      try await withThrowingDiscardingTaskGroup { group in
        for _ in 0..<100 {
          group.addTask {
            try await withEventClient(port: port) { listener in
              _ = try await listener.hear("\n\n\r\n")
              try await listener.hears("4\r\none;\r\n", through: "one;\r\n")
            }
          }
        }
        await port.wait(for: .eventClientCame, 100)
        port.events.publish("one")
      }
      #expect(port.counts[.eventSent] == 100)
    }
  }
}
