import Delivery
import NIOCore
import Testing

private let get = "GET /ready HTTP/1.1\r\nHost: g\r\n\r\n"
private let last = "GET /ready HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n"
private let ready = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nready"
private let readyLast = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nready"
private let headLast = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\n"
private let sameLast = "HTTP/1.1 304 Not Modified\r\nETag: \"r\"\r\nConnection: close\r\n\r\n"
private let malformed = refused(.malformed)

/// What the fallback answers to a request for `text`.
private func slow(_ text: String, _ option: String = "") -> String {
  "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\(option)\r\n\(text)"
}

private func missing(_ requestID: String) -> String {
  "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nX-Request-Id: \(requestID)\r\n\r\n"
}

@Suite(.timeLimit(.minutes(1)))
struct OrderTests {
  @Test(arguments: [0, Int.max])
  func `a long body is the same, whether it is copied or sent from a file`(
    maxCopiedBytes: Int
  ) async throws {
    var limits = DeliveryLimits.standard
    limits.socket.maxCopiedBytes = maxCopiedBytes
    let one = "GET /filed HTTP/1.1\r\nHost: g\r\n\r\n"
    let body = String(buffer: Port.filed.body)
    let filed = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    // The system takes a part of it at once, and what is pipelined waits for the rest.
    try await withPort(limits) { port in
      let text = try await exchange(one + get + one + last, port: port)
      #expect(text == filed + ready + filed + readyLast)
      #expect(try await exchange(one + last, port: port) == filed + readyLast)
    }
  }

  @Test(
    arguments: [
      Dialogue(last, readyLast),
      Dialogue(get + get + last, ready + ready + readyLast),
      Dialogue("\r\n\(get)\r\n\r\n\(last)", ready + readyLast),
      Dialogue("HEAD /ready HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n", headLast),
      Dialogue("GET /ready HTTP/1.1\r\nHost: g\r\nConnection: TE, Close\r\n\r\n", readyLast),
      Dialogue(
        "GET /ready HTTP/1.1\r\nhOST:g:80\r\nIf-None-Match:\t\"r\" \r\nConnection: close\r\n\r\n",
        sameLast),
      Dialogue("GET /ready HTTP/1.0\r\nHost: g\r\n\r\n", readyLast),
      Dialogue(
        "GET /ready HTTP/1.0\r\nHost: g\r\nConnection: keep-alive\r\n\r\n\(last)",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\nready\(readyLast)"),
      Dialogue("\(last)\(get)", readyLast),
      Dialogue(
        "\(get)GET /x HTTP/1.1\r\nHost: g\r\n\r\n\(get)PUT /y HTTP/1.1\r\nHost: g\r\n\r\n\(last)",
        ready + slow("GET /x") + ready + slow("PUT /y") + readyLast),
      // Behind a body nothing is looked at, as nobody reads it.
      Dialogue(
        "GET /ready HTTP/1.1\r\nHost: g\r\nContent-Length: 3\r\n\r\nabc\(last)", readyLast),
      Dialogue(
        "GET /ready HTTP/1.1\r\nHost: g\r\nContent-Length: 0\r\n\r\n\(last)", ready + readyLast),
      Dialogue(
        "POST /ready HTTP/1.1\r\nHost: g\r\nTransfer-Encoding: Chunked\r\n\r\n"
          + "3;a=b\r\nabc\r\n0\r\nT: v\r\n\r\n\(last)",
        slow("POST /ready", "Connection: close\r\n")),
      Dialogue(
        "POST /x HTTP/1.1\r\nHost: g\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "0\r\nContent-Length: 1\r\n\r\n\(last)",
        slow("POST /x", "Connection: close\r\n")),
      Dialogue(
        "GET /x HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n\(get)",
        slow("GET /x", "Connection: close\r\n")),
      Dialogue(
        "GET /x HTTP/1.0\r\nHost: g\r\n\r\n\(get)", slow("GET /x", "Connection: close\r\n")),
      Dialogue(
        "GET /x HTTP/1.0\r\nHost: g\r\nConnection: Keep-Alive\r\n\r\n\(last)",
        slow("GET /x", "Connection: keep-alive\r\n") + readyLast),
      Dialogue(
        "GET /x HTTP/1.1\r\nHost: g\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n\(last)",
        slow("GET /x") + readyLast),
      Dialogue(
        "GET /ready HTTP/1.1\r\nHost: g\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n\(last)",
        ready + readyLast),
      Dialogue(
        "PUT /x HTTP/1.1\r\nHost: g\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc\(get)",
        slow("PUT /x", "Connection: close\r\n")),
      Dialogue(
        "GET http://g/ready HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n",
        slow("GET http://g/ready", "Connection: close\r\n")),
      Dialogue(
        "GET /missing HTTP/1.1\r\nHost: g\r\nX-Request-ID: a-1\r\n\r\n"
          + "GET /missing HTTP/1.1\r\nHost: g\r\nX-Request-ID: a 1\r\n\r\n\(last)",
        missing("a-1") + missing("made") + readyLast),
    ])
  func `answers come in order, each once, at once or byte by byte`(_ dialogue: Dialogue)
    async throws
  {
    try await withPort { port in
      let atOnce = try await exchange(dialogue.sent, port: port)
      #expect(atOnce == dialogue.answered)
      let byteByByte = try await exchange(dialogue.sent.utf8.map { [$0] }, port: port)
      #expect(byteByByte == dialogue.answered)
    }
  }

  @Test func `what is ready waits for its turn behind what is slow`() async throws {
    let held = "GET /held HTTP/1.1\r\nHost: g\r\n\r\n"
    let text = try await withPort { port in
      async let answers = exchange(held + get + held + last, port: port)
      var arrivals = port.held.makeAsyncIterator()
      for _ in 0..<2 {
        await arrivals.next()
        port.releases.yield()
      }
      #expect(port.counts[.fallback] == 2)
      return try await answers
    }
    #expect(text == slow("GET /held") + ready + slow("GET /held") + readyLast)
  }

  @Test func `a client that will send no more still gets all its answers`() async throws {
    let mixed = get + "GET /x HTTP/1.1\r\nHost: g\r\n\r\n" + get
    let texts = try await withPort { port in
      [
        try await exchange(mixed, port: port, halfCloses: true),
        try await exchange(get, port: port, halfCloses: true),
        try await exchange("GET /re", port: port, halfCloses: true),
        try await exchange("", port: port, halfCloses: true),
      ]
    }
    #expect(texts == [ready + slow("GET /x") + ready, ready, "", ""])
  }

  /// A head that comes again is not read again.
  @Test func `who asks the same again is answered the same, and who asks another not`()
    async throws
  {
    let other = get.replacing("/ready", with: "/slowy")
    let same = get.replacing("\r\n\r\n", with: "\r\nIf-None-Match: \"r\"\r\n\r\n")
    let long = get.replacing(": g", with: ": g\r\nX: \(String(repeating: "x", count: 2_000))")
    let notModified = "HTTP/1.1 304 Not Modified\r\nETag: \"r\"\r\n\r\n"
    let turns = [
      (get, ready), (get, ready), (other, slow("GET /slowy")), (other, slow("GET /slowy")),
      (get, ready), (get + get, ready + ready), (get, ready), (same, notModified),
      (same, notModified), (get, ready), (long, ready), (long, ready),
      (get + String(get.dropLast(2)), ready), ("\r\n\r\n", ready), (get, ready),
      (last, readyLast),
    ]
    try await withPort { port in
      try await converse(turns, port)
      #expect(port.counts[.ready] == 15)
    }
  }

  /// RFC 9112 §2.2: as many empty lines as there are, wherever the network cuts them.
  @Test func `an empty line before a request may come in two parts`() async throws {
    try await withPort { port in
      try await converse(
        [
          ("\(get)\r", ready), ("\n\(get)\r\n\r", ready), ("\n\(get)", ready),
          ("\(get)\r", ready), ("\r\n", malformed),
        ], port)
    }
  }

  /// Sends each text once what was sent before is answered.
  private func converse(_ turns: [(sent: String, answered: String)], _ port: Port) async throws {
    let channel = try await connect(to: port)
    try await channel.executeThenClose { inbound, outbound in
      var pieces = inbound.makeAsyncIterator()
      for (sent, answered) in turns {
        try await outbound.write(ByteBuffer(string: sent))
        var text = ""
        while withoutDates(text).utf8.count < answered.utf8.count,
          let piece = try await pieces.next()
        {
          text += String(buffer: piece)
        }
        #expect(withoutDates(text) == answered)
      }
    }
  }

  @Test func `answers to a client that takes none come whole, and in their order`() async throws {
    let large = "GET /large HTTP/1.1\r\nHost: g\r\n\r\n"
    let text = try await withPort { port in
      let channel = try await connect(to: port)
      return try await channel.executeThenClose { inbound, outbound in
        // The first is answered as far as the socket takes it before the others come.
        try await outbound.write(ByteBuffer(string: large))
        await port.wait(for: .ready, 1)
        for next in [large, large, "GET /x HTTP/1.1\r\nHost: g\r\n\r\n", last] {
          try await outbound.write(ByteBuffer(string: next))
        }
        return await all(of: inbound)
      }
    }
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 1048576\r\n\r\n"
    let answer = head + String(repeating: "a", count: 1 << 20)
    #expect(text == answer + answer + answer + slow("GET /x") + readyLast)
  }

  @Test func `a connection ends with the most requests it may have`() async throws {
    var limits = DeliveryLimits.standard
    limits.connection.maxRequests = 2
    let text = try await withPort(limits) { try await exchange(get + get + get, port: $0) }
    #expect(text == ready + readyLast)
  }

  @Test func `large answers come whole, one behind the other`() async throws {
    let count = 12
    let one = "GET /large HTTP/1.1\r\nHost: g\r\n\r\n"
    let text = try await withPort { port in
      try await exchange(String(repeating: one, count: count) + last, port: port)
    }
    #expect(text.utf8.count { $0 == 0x61 } == count << 20 + 1)
    #expect(text.hasSuffix(readyLast))
  }

  /// What is slow has its turn when the client has taken what is large, and nothing more comes.
  @Test func `what is slow is answered behind what is large`() async throws {
    let slow = "GET /x HTTP/1.1\r\nHost: g\r\n\r\n"
    let large = String(repeating: "GET /large HTTP/1.1\r\nHost: g\r\n\r\n", count: 4)
    let text = try await withPort { port in
      try await exchange(slow + large + slow + last, port: port)
    }
    #expect(text.utf8.count { $0 == 0x61 } > 4 << 20)
    #expect(text.count(of: "GET /x") == 2)
    #expect(text.hasSuffix(readyLast))
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}

/// What a client sends, and what it gets until the connection is closed.
struct Dialogue: Sendable, CustomTestStringConvertible {
  let sent: String
  let answered: String

  init(_ sent: String, _ answered: String) {
    self.sent = sent
    self.answered = answered
  }

  var testDescription: String { sent.debugDescription }
}
