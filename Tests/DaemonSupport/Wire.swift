import NIOCore
import NIOPosix
import Support

/// What came back over a socket.
package struct Reply: Hashable, Sendable {
  /// The status code.
  package let status: Int
  /// The fields by lower-case name.
  package var fields: [String: String]
  /// What followed the head.
  package let body: [UInt8]

  /// The first reply in `bytes`, everything behind its head as its body; nil when there is no whole
  /// head.
  package init?(_ bytes: [UInt8]) {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    let lines = head.split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else { return nil }
    self.status = status
    let pairs = lines.dropFirst().compactMap { line -> (String, String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      return (line[..<colon].lowercased(), String(value))
    }
    fields = Dictionary(pairs) { $0 + ", " + $1 }
    body = Array(bytes[end.upperBound...])
  }

  /// The body as text.
  package var text: String { String(decoding: body, as: UTF8.self) }
}

/// Sends bytes to a port of this machine and returns all that comes until the other side closes;
/// the first bytes are not followed by others until `pause` is over.
package func exchange(
  _ bytes: [UInt8], port: Int, host: String = "127.0.0.1",
  pause: @Sendable () async throws -> Void = {}
) async throws -> [UInt8] {
  let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
    .connect(host: host, port: port) { channel in
      channel.eventLoop.makeCompletedFuture {
        try NIOAsyncChannel(
          wrappingChannelSynchronously: channel,
          configuration: .init(inboundType: ByteBuffer.self, outboundType: ByteBuffer.self))
      }
    }
  return try await channel.executeThenClose { inbound, outbound in
    var received: [UInt8] = []
    do {
      try await outbound.write(ByteBuffer(bytes: bytes))
      for try await buffer in inbound {
        if received.isEmpty { try await pause() }
        received += Array(buffer: buffer)
      }
    } catch let error as IOError {
      // A server that closes while it is still being sent to resets the connection.
      received += Array("[\(error.errnoCode)]".utf8)
    }
    return received
  }
}

/// Sends bytes and nothing more, and returns all that comes until the server closes.
package func converse(_ bytes: [UInt8], port: Int) async throws -> [UInt8] {
  let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
    .channelOption(.allowRemoteHalfClosure, value: true)
    .connect(host: "127.0.0.1", port: port) { channel in
      channel.eventLoop.makeCompletedFuture {
        try NIOAsyncChannel(
          wrappingChannelSynchronously: channel,
          configuration: .init(
            isOutboundHalfClosureEnabled: true, inboundType: ByteBuffer.self,
            outboundType: ByteBuffer.self))
      }
    }
  return try await channel.executeThenClose { inbound, outbound in
    var received: [UInt8] = []
    do {
      try await outbound.write(ByteBuffer(bytes: bytes))
      outbound.finish()
      for try await buffer in inbound { received += Array(buffer: buffer) }
    } catch let error as IOError {
      // A server that closes while it is still being sent to resets the connection.
      received += Array("[\(error.errnoCode)]".utf8)
    }
    return received
  }
}

/// Without the fields `Date` and `X-Request-Id`, which no two answers have in common.
package func withoutDates(_ bytes: [UInt8]) -> [UInt8] {
  var kept: [UInt8] = []
  var rest = bytes[...]
  while let byte = rest.first {
    if byte == 0x0D, varying.contains(where: { begins(rest, with: $0) }) {
      rest = rest.dropFirst().drop { $0 != 0x0D }
    } else {
      kept.append(byte)
      rest = rest.dropFirst()
    }
  }
  return kept
}

private let varying = ["\r\ndate: ", "\r\ngift-catalogue-read: ", "\r\nx-request-id: "].map {
  Array($0.utf8)
}

private func begins(_ bytes: ArraySlice<UInt8>, with name: [UInt8]) -> Bool {
  bytes.count >= name.count && zip(bytes, name).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
}

/// Holds connections on which nothing is sent, until `body` is done.
package func withIdleConnections(
  _ count: Int, port: Int, host: String = "127.0.0.1", _ body: () async throws -> Void
) async throws {
  let bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
  var channels: [any Channel] = []
  for _ in 0..<count {
    channels.append(try await bootstrap.connect(host: host, port: port).get())
  }
  try await body()
  // Some may have been closed by the other side.
  for channel in channels { channel.close(promise: nil) }
}

/// One GET that ends its connection.
package func get(
  _ target: String, port: Int, host: String = "127.0.0.1", method: String = "GET",
  fields: [String] = []
) async throws -> Reply? {
  let lines = ["\(method) \(target) HTTP/1.1", "Host: gifts", "Connection: close"] + fields
  return Reply(
    try await exchange(
      Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8), port: port, host: host))
}

/// Asks until the status is `status`; nil when it never is.
package func poll(
  _ target: String, port: Int, host: String = "127.0.0.1", until status: Int
) async throws -> Reply? {
  try await eventually {
    let reply = try await get(target, port: port, host: host)
    return reply?.status == status ? reply : nil
  }
}

/// Asks until the answer's text is as wanted; nil when it never is.
package func pollText(
  _ target: String, port: Int, until isWanted: (String) -> Bool
) async throws -> String? {
  try await eventually {
    let text = try await get(target, port: port)?.text
    return text.map(isWanted) == true ? text : nil
  }
}
