/// What one client sends: requests one behind the other, and what a server that reads one request
/// at a time would do with each.
struct ClientScript {
  /// A request, or what is not one.
  struct Item {
    let bytes: [UInt8]
    let expectation: Expectation
    /// Whether nothing behind it may be answered.
    let isLast: Bool
  }

  enum Expectation: Equatable {
    /// A response from memory.
    case ready
    /// A response from the fallback.
    case fallback
    /// Events, until the end.
    case events
    /// A refusal, perhaps before all of it has come.
    case refusal
  }

  private(set) var items: [Item] = []
  private(set) var bytes: [UInt8] = []
  /// Where each item ends in the bytes.
  private(set) var ends: [Int] = []

  /// As many items as `decisions` say, each by its number in the target.
  init(_ decisions: inout Decisions) {
    for index in 0..<(1 + decisions.next(below: 8)) {
      let item = Self.item(index, &decisions)
      items.append(item)
      bytes += item.bytes
      ends.append(bytes.count)
    }
  }

  private static func item(_ index: Int, _ decisions: inout Decisions) -> Item {
    switch decisions.next(below: 16) {
    case 0: request("GET /s\(index) HTTP/1.1", .fallback)
    case 1: request("HEAD /s\(index) HTTP/1.1", .fallback)
    case 2:
      request(
        "POST /r\(index) HTTP/1.1", .ready, isLast: true, fields: ["Content-Length: 3"], body: "abc"
      )
    case 3:
      request(
        "PUT /s\(index) HTTP/1.1", .fallback, isLast: true,
        fields: ["Transfer-Encoding: chunked"], body: "0\r\nX: y\r\n\r\n")
    case 4: request("GET /r\(index) HTTP/1.0", .ready, isLast: true)
    case 5: request("GET /r\(index) HTTP/1.0", .ready, fields: ["Connection: keep-alive"])
    case 6: request("GET /r\(index) HTTP/1.1", .ready, isLast: true, fields: ["Connection: close"])
    case 7: request("GET /e\(index) HTTP/1.1", .events, isLast: true)
    case 8: request("GET /e\(index) HTTP/1.0", .events, isLast: true, fields: ["Last-Event-ID: 1"])
    case 9: request("\r\n\r\nGET /r\(index) HTTP/1.1", .ready)
    case 10: refused("nonsense\r\n\r\n")
    case 11: refused("GET /\(String(repeating: "a", count: 200)) HTTP/1.1\r\nHost: g\r\n\r\n")
    case 12: refused("GET /r\(index) HTTP/1.1\r\nHost: g\r\nHost: h\r\n\r\n")
    default: request("GET /r\(index) HTTP/1.1", .ready)
    }
  }

  private static func request(
    _ line: String, _ expectation: Expectation, isLast: Bool = false, fields: [String] = [],
    body: String = ""
  ) -> Item {
    let head = ([line, "Host: g"] + fields + ["", ""]).joined(separator: "\r\n")
    return Item(bytes: Array((head + body).utf8), expectation: expectation, isLast: isLast)
  }

  private static func refused(_ text: String) -> Item {
    Item(bytes: Array(text.utf8), expectation: .refusal, isLast: true)
  }

  /// How many of the first items have come whole with so many bytes; of bodies nothing counts.
  func wholeItems(in byteCount: Int) -> Int {
    zip(items, ends).prefix { item, end in
      let body = item.isLast ? item.bytes.count - headCount(item.bytes) : 0
      return end - body <= byteCount
    }.count
  }

  private func headCount(_ bytes: [UInt8]) -> Int {
    // Behind the empty lines that some begin with.
    let start = bytes.prefix { $0 == 0x0D || $0 == 0x0A }.count
    let end = bytes[start...].firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
    return end ?? bytes.count
  }
}

/// Numbers that bytes decide: those of a fuzzer, or random ones; zeros behind them.
package struct Decisions {
  private var bytes: ArraySlice<UInt8>

  /// Decides by these bytes, one after the other.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
  }

  /// Whether there are any left.
  var isOver: Bool { bytes.isEmpty }

  /// A number from 0; `bound` is 256 at most.
  mutating func next(below bound: Int) -> Int {
    Int(bytes.popFirst() ?? 0) % bound
  }
}
