import NIOCore
import NIOPosix

/// A connection over which one request is sent after the other.
struct CrowdConnection {
  struct Response {
    let status: Int
    let body: [UInt8]
  }

  struct Failure: Error {}

  private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  private var bytes = ByteBuffer()

  fileprivate init(
    _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>,
    _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  ) {
    self.inbound = inbound.makeAsyncIterator()
    self.outbound = outbound
  }

  /// Fails unless the status is 200.
  mutating func get(_ target: String) async throws -> Response {
    try await outbound.write(
      ByteBuffer(string: "GET \(target) HTTP/1.1\r\nHost: gifts\r\n\r\n"))
    while true {
      if let response = try take() { return response }
      guard var more = try await inbound.next(isolation: #isolation) else { throw Failure() }
      bytes.writeBuffer(&more)
    }
  }

  private mutating func take() throws -> Response? {
    let view = bytes.readableBytesView
    guard let end = view.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: view[..<end.lowerBound], as: UTF8.self).lowercased()
    guard head.hasPrefix("http/1.1 200"),
      let length = head.split(separator: "\r\ncontent-length: ").dropFirst().first
        .flatMap({ Int($0.prefix { $0.isNumber }) })
    else { throw Failure() }
    let headLength = end.upperBound - view.startIndex
    guard bytes.readableBytes >= headLength + length else { return nil }
    bytes.moveReaderIndex(forwardBy: headLength)
    let body = bytes.readBytes(length: length) ?? []
    bytes.discardReadBytes()
    return Response(status: 200, body: body)
  }
}

/// Connects, and closes the connection after `body`.
func withConnection<Value>(
  port: Int, _ body: (inout CrowdConnection) async throws -> Value
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
    var connection = CrowdConnection(inbound, outbound)
    return try await body(&connection)
  }
}
