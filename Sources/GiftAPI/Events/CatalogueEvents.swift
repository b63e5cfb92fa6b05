import Delivery
import GiftDomain
import HTTPTypes
import NIOCore
import Synchronization

/// Tells clients that listen that there is another catalogue to look at.
final class CatalogueEvents: Sendable {
  private let feed: EventFeed
  private let told = Mutex<CatalogueToken?>(nil)

  init(feed: EventFeed) {
    self.feed = feed
  }

  /// Tells of a catalogue that is served, unless it or a later one was told.
  func tell(_ snapshot: Snapshot) {
    told.withLock { told in
      guard told.map({ $0 < snapshot.token }) ?? true else { return }
      told = snapshot.token
      feed.publish(
        StreamEvent(
          id: snapshot.token.description, bytes: ByteBuffer(string: snapshot.eventText)))
    }
  }
}

extension Snapshot {
  /// The event that says that it is served (HTML Standard, server-sent events).
  var eventText: String {
    // Neither instants nor tokens have characters that JSON escapes.
    let end = until.map { ",\"until\":\"\($0)\"" } ?? ""
    return """
      id: \(token)
      event: catalogue
      data: {"catalogue":"\(token)"\(end)}


      """
  }
}

extension Answer {
  /// What goes before the events: after how long to come again when they end.
  static var eventStart: Answer {
    var answer = Answer(
      status: .ok,
      fields: [
        .contentType: "text/event-stream", .cacheControl: "no-store",
        // nginx would hold events back until it has a bufferful of them.
        .accelBuffering: "no",
      ],
      body: ByteBuffer(string: "retry: \(APILimits.eventRetryMilliseconds)\n\n"))
    answer.allowEveryOrigin()
    answer.fields[.xContentTypeOptions] = "nosniff"
    return answer
  }

  /// All that is told to a client whose request has more than a head: what is served now, and that
  /// it may come again.
  static func event(of snapshot: Snapshot) -> Answer {
    var answer = eventStart
    answer.body.writeString(snapshot.eventText)
    return answer
  }
}

extension ReadyAnswer {
  /// The answer to who listens.
  static let eventStart = ReadyAnswer(.eventStart).followedByEvents
}
