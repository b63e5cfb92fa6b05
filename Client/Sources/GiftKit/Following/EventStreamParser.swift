import Foundation

/// Reads server-sent events (the HTML standard, §9.2.6) as they arrive.
struct EventStreamParser {
  /// One event that has data.
  struct Event: Equatable {
    let type: String
    let data: String
  }

  /// The id of the last event, to be sent when reconnecting.
  private(set) var lastEventID: String?
  /// Seconds to wait before reconnecting, if the server said so; within `ClientLimits.wait`.
  private(set) var retry: TimeInterval?

  private var line: [UInt8] = []
  private var data: [String] = []
  private var dataBytes = 0
  private var type = ""
  private var endsWithCarriageReturn = false
  private var isFirstLine = true

  init(lastEventID: String? = nil) {
    self.lastEventID = lastEventID
  }

  /// Takes in bytes, and returns the events that they complete.
  ///
  /// - Throws: `badResponse` if a line, or the data of an event, exceeds its limit.
  mutating func read(_ bytes: Data) throws(GiftClientError) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      let isSecondOfPair = byte == 10 && endsWithCarriageReturn
      endsWithCarriageReturn = byte == 13
      if isSecondOfPair { continue }
      guard byte == 10 || byte == 13 else {
        guard line.count < ClientLimits.eventLineBytes else {
          throw .badResponse("a line of the event stream is too long")
        }
        line.append(byte)
        continue
      }
      // The stream may begin with a byte order mark.
      if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
      isFirstLine = false
      let text = String(decoding: line, as: UTF8.self)
      line.removeAll(keepingCapacity: true)
      if text.isEmpty {
        if let event = finish() { events.append(event) }
      } else {
        try take(text)
      }
    }
    return events
  }

  private mutating func finish() -> Event? {
    defer {
      data = []
      dataBytes = 0
      type = ""
    }
    guard !data.isEmpty else { return nil }
    return Event(type: type.isEmpty ? "message" : type, data: data.joined(separator: "\n"))
  }

  private mutating func take(_ text: String) throws(GiftClientError) {
    // A comment.
    guard !text.hasPrefix(":") else { return }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    var value = parts.count > 1 ? parts[1] : ""
    if value.hasPrefix(" ") { value = value.dropFirst() }
    switch parts[0] {
    case "data":
      dataBytes += value.utf8.count + 1
      guard dataBytes <= ClientLimits.eventLineBytes else {
        throw .badResponse("an event is too long")
      }
      data.append(String(value))
    case "event":
      type = String(value)
    case "id":
      // It becomes a field of a request; the server's ids are tokens.
      if CatalogueToken(String(value)) != nil { lastEventID = String(value) }
    case "retry":
      if let milliseconds = Int(value), milliseconds >= 0 {
        retry = min(Double(milliseconds) / 1000, ClientLimits.wait)
      }
    default:
      return
    }
  }
}
