import Delivery
import GiftDomain
import NIOCore
import Synchronization

/// Tells clients that listen that there is another catalogue to look at.
final class CatalogueEvents: Sendable {
  private let feed: EventFeed
  private let told = Mutex<CataloguePosition?>(nil)

  init(feed: EventFeed) { self.feed = feed }

  /// Tells of the catalogue that is served, unless that was told last.
  ///
  /// It is asked for under the lock, so that of several who tell, the last one tells the last one:
  /// a token says nothing of that, as a clock that is corrected takes catalogues back.
  func tell(_ served: () -> Snapshot?) {
    told.withLock { told in
      guard let snapshot = served(), snapshot.token != told else { return }
      told = snapshot.token
      feed.publish(
        StreamEvent(id: snapshot.token.description, bytes: ByteBuffer(string: snapshot.eventText)))
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

extension Response {
  /// What goes before the events: after how long to come again when they end.
  static let eventStart = Response(
    .ok, group: .events,
    [
      ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"),
      // nginx would hold events back until it has a bufferful of them.
      ("X-Accel-Buffering", "no"),
    ],
    body: ByteBuffer(string: "retry: \(APILimits.eventRetryMilliseconds)\n\n"),
    namesLength: false)
}
