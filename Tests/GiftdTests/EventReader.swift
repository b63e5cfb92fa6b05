import NIOCore
import NIOPosix

/// A client that listens at `/v1/events`.
struct EventReader {
  private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private var bytes: [UInt8] = []

  fileprivate init(_ inbound: NIOAsyncChannelInboundStream<ByteBuffer>) {
    self.inbound = inbound.makeAsyncIterator()
  }

  /// All up to the end of `mark`, or of the connection.
  mutating func read(through mark: String) async throws -> String {
    var end = bytes.firstRange(of: Array(mark.utf8))?.upperBound
    while end == nil, let buffer = try await inbound.next(isolation: #isolation) {
      bytes += Array(buffer: buffer)
      end = bytes.firstRange(of: Array(mark.utf8))?.upperBound
    }
    let taken = bytes[..<(end ?? bytes.endIndex)]
    bytes.removeFirst(taken.count)
    return String(decoding: taken, as: UTF8.self)
  }

  /// The next event's data; nil when there is none.
  mutating func event() async throws -> String? {
    _ = try await read(through: "\ndata: ")
    let data = try await read(through: "\n")
    return data.isEmpty ? nil : String(data.dropLast())
  }
}

/// Listens, with more lines of a head, until `body` is done.
func withEvents<Value: Sendable>(
  port: Int, _ fields: String..., target: String = "/v1/events", version: String = "1.0",
  body: (inout EventReader) async throws -> Value
) async throws -> Value {
  let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
    .connect(host: "127.0.0.1", port: port) { channel in
      channel.eventLoop.makeCompletedFuture {
        try NIOAsyncChannel(
          wrappingChannelSynchronously: channel,
          configuration: .init(inboundType: ByteBuffer.self, outboundType: ByteBuffer.self))
      }
    }
  return try await channel.executeThenClose { inbound, outbound in
    let lines = ["GET \(target) HTTP/\(version)", "Host: gifts"] + fields + ["", ""]
    try await outbound.write(ByteBuffer(string: lines.joined(separator: "\r\n")))
    var reader = EventReader(inbound)
    return try await body(&reader)
  }
}
