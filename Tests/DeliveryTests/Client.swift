import NIOCore
import NIOPosix

/// Sends `parts`, each on its own, and returns all that comes until the server closes, with the
/// day and time of every answer left out.
func exchange(_ parts: [[UInt8]], port: Port, halfCloses: Bool = false) async throws -> String {
  let channel = try await connect(to: port)
  return try await channel.executeThenClose { inbound, outbound in
    do {
      for part in parts { try await outbound.write(ByteBuffer(bytes: part)) }
    } catch is ChannelError {
      // The server has closed already, and what it said can still be read.
    }
    if halfCloses { outbound.finish() }
    return await all(of: inbound)
  }
}

/// Sends one text at once.
func exchange(_ text: String, port: Port, halfCloses: Bool = false) async throws -> String {
  try await exchange([Array(text.utf8)], port: port, halfCloses: halfCloses)
}

func connect(to port: Port) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
  try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
    .channelOption(.allowRemoteHalfClosure, value: true)
    .connect(host: "127.0.0.1", port: port.number) { channel in
      channel.eventLoop.makeCompletedFuture {
        try NIOAsyncChannel(
          wrappingChannelSynchronously: channel,
          configuration: .init(
            isOutboundHalfClosureEnabled: true, inboundType: ByteBuffer.self,
            outboundType: ByteBuffer.self))
      }
    }
}

/// All that comes until the server closes, without dates.
func all(of inbound: NIOAsyncChannelInboundStream<ByteBuffer>) async -> String {
  var received = ByteBuffer()
  do {
    for try await buffer in inbound { received.writeImmutableBuffer(buffer) }
  } catch {
    // A server that closes while it is still being sent to resets the connection; what came before
    // counts.
    return withoutDates(String(buffer: received))
  }
  return withoutDates(String(buffer: received))
}

/// Every response has one.
func withoutDates(_ text: String) -> String {
  text.replacing(/\r\n(?i:date): [^\r]*/, with: "").replacing(/made-[0-9]+/, with: "made")
}
