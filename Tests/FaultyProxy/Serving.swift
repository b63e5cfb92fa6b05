import NIOCore
import NIOPosix
import Support
import Synchronization

extension ProxyState {
  /// Serves a client until it goes, or until the proxy ends.
  func begin(_ client: ByteChannel) {
    shared.withLock { shared in
      let task = Task { await self.serve(client) }
      if shared.isOver { task.cancel() } else { shared.clients.append(task) }
    }
  }

  /// Ends what is still being served, and waits for that.
  func end() async {
    let clients = shared.withLock { shared in
      shared.isOver = true
      return shared.clients
    }
    for client in clients { client.cancel() }
    for client in clients { await client.value }
  }

  private func serve(_ client: ByteChannel) async {
    do {
      try await client.executeThenClose { inbound, outbound in
        var reader = RequestReader(inbound)
        while let head = try await reader.next() {
          guard try await answer(head, to: outbound, on: client.channel.eventLoop) else { return }
        }
      }
    } catch {
      // The client or the server has gone, or the proxy is no longer needed: the connection ends.
      return
    }
  }

  private typealias Writer = NIOAsyncChannelOutboundWriter<ByteBuffer>

  /// Whether the connection can be used for another request.
  private func answer(
    _ head: String, to client: Writer, on loop: any EventLoop
  ) async throws -> Bool {
    let words = head.prefix { $0 != "\r\n" }.split(separator: " ")
    guard words.count == 3 else { return false }
    var order = order(String(words[1]))
    guard order.fault != .refused else { return false }
    if order.fault == .delay { try await delay(&order, on: loop) }
    let isUnavailable = order.fault == .unavailable
    if order.path == "/v1/events", !isUnavailable {
      try await passEvents(head, order, to: client)
      return false
    }
    let made = isUnavailable ? Answer.unavailable(order.target) : try await fetch(head, &order)
    guard let answer = made else { return false }
    if order.fault == .overtaken {
      await waitToBeOvertaken(order.number, on: loop, atMost: Self.longestDelay)
    }
    return try await send(answer, order, to: client)
  }

  /// Longer than an answer takes, and short enough for tests.
  private static let longestDelay = TimeAmount.milliseconds(300)

  private func delay(_ order: inout Order, on loop: any EventLoop) async throws {
    let time = Int64.random(in: 0...Self.longestDelay.nanoseconds, using: &order.random)
    try await loop.scheduleTask(in: .nanoseconds(time)) {}.futureResult.get()
  }

  private func fetch(_ head: String, _ order: inout Order) async throws -> Answer? {
    if var recorded = order.recorded {
      // A cache says how old its answer is, unless it is a bad one.
      if order.fault == .stale, Bool.random(using: &order.random) { recorded.age(seconds: 5) }
      return recorded
    }
    guard let upstream = order.upstream else { return nil }
    let target = order.target
    var bytes: [UInt8] = []
    try await withServer(head, port: upstream) { bytes += Array(buffer: $0) }
    guard let answer = Answer(target: target, bytes: bytes) else { return nil }
    record(answer, path: order.path)
    return answer
  }

  private func send(
    _ whole: Answer, _ order: Order, to client: Writer
  ) async throws -> Bool {
    var answer = whole
    var random = order.random
    if order.fault == .flip { answer.flip(using: &random) }
    let head = Array(answer.head.utf8)
    if order.fault == .cutHead {
      try await client.write(ByteBuffer(bytes: head[..<answer.cut(using: &random)]))
      return false
    }
    var body = answer.body[...]
    let isCut = order.fault == .cutBody && !body.isEmpty
    if isCut { body = body.prefix(Int.random(in: 0..<body.count, using: &random)) }
    note(order.number, status: answer.status, bodyByteCount: body.count)
    try await client.write(ByteBuffer(bytes: head + body))
    release(before: order.number)
    return !isCut
  }

  /// Passes on what comes as it comes; a cut comes after some events, for the head has no length.
  private func passEvents(_ head: String, _ order: Order, to client: Writer) async throws {
    guard let upstream = order.upstream else { return }
    var random = order.random
    let isCut = order.fault == .cutHead || order.fault == .cutBody
    var rest = isCut ? Int.random(in: 0..<2_000, using: &random) : Int.max
    var start: ByteBuffer? = ByteBuffer()
    try await withServer(head, port: upstream) { received in
      var buffer = received
      if var whole = start {
        whole.writeBuffer(&buffer)
        start = whole
        let bytes = whole.readableBytesView
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return }
        try await client.write(ByteBuffer(bytes: bytes[..<end]))
        buffer = ByteBuffer(bytes: bytes[end...])
        start = nil
      }
      let part = buffer.getSlice(at: buffer.readerIndex, length: min(rest, buffer.readableBytes))
      if let part { try await client.write(part) }
      rest -= buffer.readableBytes
      note(order.number, status: 200, bodyByteCount: buffer.readableBytes)
      if rest <= 0 { throw ChannelError.eof }
    }
  }

  /// Sends a request on a connection of its own, and hands on what comes until that ends.
  private func withServer(
    _ head: String, port: Int, _ receive: (ByteBuffer) async throws -> Void
  ) async throws {
    let server = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try ByteChannel(wrappingChannelSynchronously: channel)
        }
      }
    let lines = head.split(separator: "\r\n").filter {
      !$0.lowercased().hasPrefix("connection:")
    }
    try await server.executeThenClose { inbound, outbound in
      try await outbound.write(
        ByteBuffer(string: (lines + ["Connection: close", "", ""]).joined(separator: "\r\n")))
      for try await buffer in inbound { try await receive(buffer) }
    }
  }
}
