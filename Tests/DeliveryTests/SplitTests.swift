import NIOCore
import Support
import Testing

@testable import Delivery

/// The network may cut what a client sends anywhere: nothing depends on where.
struct SplitTests {
  /// What the table leaves open; here nobody looks what a target means.
  private static let values: [String: [UInt8]] = {
    let names = [
      "digest", "rose", "gzip", "brotli", "length", "gzip-length", "brotli-length", "modified",
      "catalogue", "catalogue-tag", "catalogue-length", "gift", "gift-tag", "gift-length",
      "poster", "poster-digest", "poster-length",
    ]
    var values = Dictionary(uniqueKeysWithValues: names.map { ($0, Array("v".utf8)) })
    values["long"] = [UInt8](repeating: UInt8(ascii: "a"), count: 20_000)
    return values
  }()

  @Test(arguments: ConformanceCase.files)
  func `each request of the table is read alike however it is cut`(file: String) throws {
    var random = SplitMix64(seed: 1)
    for example in try ConformanceCase.cases(in: file) {
      let bytes = example.request(Self.values, encoded: false)
      let whole = transcript([bytes])
      #expect(transcript(bytes.map { [$0] }) == whole, "\(file): \(example.name)")
      for _ in 0..<4 {
        #expect(transcript(cut(bytes, &random)) == whole, "\(file): \(example.name)")
      }
    }
  }

  @Test func `requests of the table behind each other, in any order, are read alike`() throws {
    var random = SplitMix64(seed: 2)
    let requests = try ConformanceCase.files.flatMap { try ConformanceCase.cases(in: $0) }
      .map { $0.request(Self.values, encoded: false) }.filter { $0.count < 4_000 }
    for _ in 0..<300 {
      let bytes = requests.shuffled(using: &random).prefix(6).flatMap(\.self)
      #expect(transcript(cut(bytes, &random)) == transcript(cut(bytes, &random)))
    }
  }

  @Test func `whatever bytes come, they are read alike`() {
    var random = SplitMix64(seed: 3)
    let words = [
      "GET ", "HEAD ", "POST ", "/a", "*", "http://g", " HTTP/1.1", " HTTP/1.0", "\r\n", "\r", "\n",
      "Host: g", "Content-Length: 3", "Content-Length: 0", "Transfer-Encoding: chunked",
      "Connection: close", ":", " ", "\t", "%00", "é", "\0", "\r\n\r\n",
      "GET /b HTTP/1.1\r\nHost: g\r\n\r\n",
    ].map { Array($0.utf8) }
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 1...24, using: &random)).flatMap { _ in
        words[Int.random(in: words.indices, using: &random)]
      }
      let whole = transcript([bytes])
      #expect(transcript(cut(bytes, &random)) == whole, "\(bytes)")
      #expect(transcript(bytes.map { [$0] }) == whole, "\(bytes)")
    }
  }

  private func cut(_ bytes: [UInt8], _ random: inout SplitMix64) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = rest.prefix(Int.random(in: 1...max(1, min(rest.count, 60)), using: &random))
      parts.append(Array(part))
      rest = rest.dropFirst(part.count)
    }
    return parts
  }

  /// What a connection is asked and told by parts of a stream, and by its end.
  private func transcript(_ parts: [[UInt8]]) -> [String] {
    let now = MonotonicTime(elapsed: .zero)
    var machine = ConnectionStateMachine(
      SharedConnectionState(head: HeadLimits(), connection: ConnectionLimits()), at: now)
    var lines: [String] = []
    let response = Response(.ok, group: 0, fields: [], body: ByteBuffer())
    func perform(_ first: ConnectionAction) {
      var action = first
      while true {
        switch action {
        case .wait: return
        case .route(let head):
          lines.append(
            "\(head.methodName) \(head.target) \(head.isPersistent) \(head.fields.count)")
          action = machine.respond(response, at: now)
        case .refuse(let refusal):
          lines.append("\(refusal)")
          action = machine.respond(response, at: now)
        case .write(let outgoing):
          lines.append("\(outgoing.isWithBody) \(String(describing: outgoing.option))")
          action = machine.next(at: now)
        case .flush: action = machine.written(at: now)
        case .closeOutput, .close, .beginEvents, .writeEvent, .skipEvent, .offerEvent, .endEvents:
          lines.append("end")
          return
        }
      }
    }
    for part in parts { perform(machine.received(ByteBuffer(bytes: part), at: now)) }
    perform(machine.inputEnded(at: now))
    // Whether our side was closed before the client's was is a matter of time.
    return lines.filter { $0 != "end" }
  }
}
