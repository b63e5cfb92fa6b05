import Foundation
import Testing

@testable import GiftKit

struct EventStreamParserTests {
  private static let stream =
    "retry: 3000\n\nid: 4-9f3a61c2d0b1-17\nevent: catalogue\ndata: {\"catalogue\":\"x\"}\n\n"
    + ": comment\n\nevent: other\r\ndata:a\r\ndata: b\r\n\r\nid: nonsense\ndata\n\n"

  private static let events: [EventStreamParser.Event] = [
    .init(type: "catalogue", data: "{\"catalogue\":\"x\"}"), .init(type: "other", data: "a\nb"),
    .init(type: "message", data: ""),
  ]

  @Test(arguments: [1, 2, 3, 7, 1000])
  func `however the bytes are cut, the events are the same`(size: Int) throws {
    var parser = EventStreamParser()
    var events: [EventStreamParser.Event] = []
    let bytes = Data(Self.stream.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      events += try parser.read(bytes[start..<min(start + size, bytes.count)])
    }
    #expect(events == Self.events)
    #expect(parser.retry == 3)
    #expect(parser.lastEventID == "4-9f3a61c2d0b1-17")
  }

  @Test func `an event without its empty line has not happened`() throws {
    var parser = EventStreamParser()
    #expect(try parser.read(Data("event: catalogue\ndata: x\n".utf8)) == [])
  }

  @Test(arguments: ["x", "data: "])
  func `a line without end is cut off`(start: String) {
    var parser = EventStreamParser()
    let bytes = Data(start.utf8) + Data(repeating: UInt8(ascii: "x"), count: 70_000)
    #expect(throws: GiftClientError.badResponse("a line of the event stream is too long")) {
      try parser.read(bytes)
    }
  }

  @Test func `an event of many lines is cut off`() {
    var parser = EventStreamParser()
    let line = "data: " + String(repeating: "x", count: 1000) + "\n"
    #expect(throws: GiftClientError.badResponse("an event is too long")) {
      try parser.read(Data(String(repeating: line, count: 100).utf8))
    }
  }

  @Test(arguments: [("-1", nil), ("x", nil), ("99999999999999999999", nil), ("999999999", 600)])
  func `the wait before reconnecting has limits`(text: String, seconds: TimeInterval?) throws {
    var parser = EventStreamParser()
    _ = try parser.read(Data("retry: \(text)\n".utf8))
    #expect(parser.retry == seconds)
  }
}
