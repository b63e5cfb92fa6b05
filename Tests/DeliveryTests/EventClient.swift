import Delivery
import NIOCore
import NIOPosix
import Testing

/// A client that listens to events.
struct EventClient {
  private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  /// All that has come and was not looked at, without dates.
  private var text = ""

  fileprivate init(
    _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>,
    _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  ) {
    self.inbound = inbound.makeAsyncIterator()
    self.outbound = outbound
  }

  func send(_ text: String) async throws {
    try await outbound.write(ByteBuffer(string: text))
  }

  /// Sends nothing more.
  func finish() {
    outbound.finish()
  }

  /// All up to the end of `mark`, or of the connection.
  mutating func hear(_ mark: String) async throws -> String {
    while !text.contains(mark), let buffer = try await inbound.next(isolation: #isolation) {
      text = withoutDates(text + String(buffer: buffer))
    }
    let end = text.firstRange(of: mark)?.upperBound ?? text.endIndex
    defer { text = String(text[end...]) }
    return String(text[..<end])
  }

  /// What comes, through the first `mark`, is exactly this.
  mutating func hears(_ expected: String, through mark: String) async throws {
    let text = try await hear(mark)
    #expect(text == expected)
  }

  /// All that comes until it ends with `mark`; for much at once.
  mutating func hearMuch(_ mark: String) async throws -> String {
    var bytes = ByteBuffer(string: text)
    let count = mark.utf8.count
    while bytes.getString(at: bytes.writerIndex - count, length: count) != mark,
      let buffer = try await inbound.next(isolation: #isolation)
    {
      bytes.writeImmutableBuffer(buffer)
    }
    text = ""
    return String(buffer: bytes)
  }

  /// All until the server closes.
  mutating func hearRest() async throws -> String {
    while let buffer = try await inbound.next(isolation: #isolation) {
      text += String(buffer: buffer)
    }
    return text
  }
}

/// Asks for events with more lines of a head, until `body` is done.
func withEventClient<Value: Sendable>(
  port: Port, version: String = "1.1", _ fields: String...,
  body: (inout EventClient) async throws -> Value
) async throws -> Value {
  let channel = try await connect(to: port)
  return try await channel.executeThenClose { inbound, outbound in
    var listener = EventClient(inbound, outbound)
    let lines = ["GET /events HTTP/\(version)", "Host: g"] + fields + ["", ""]
    try await listener.send(lines.joined(separator: "\r\n"))
    return try await body(&listener)
  }
}

extension EventFeed {
  /// An event that is its own id.
  func publish(_ text: String) {
    publish(StreamEvent(id: text, bytes: ByteBuffer(string: text + ";")))
  }
}
