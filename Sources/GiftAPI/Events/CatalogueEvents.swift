import Delivery
import GiftDomain
import NIOCore
import Synchronization

/// Notifies listening clients of each new catalogue.
final class CatalogueEvents: Sendable {
  private let feed: EventFeed
  private let told = Mutex<CataloguePosition?>(nil)

  init(feed: EventFeed) { self.feed = feed }

  /// Sends an event for the current catalogue, unless it was the last one sent.
  ///
  /// `served` is called under the lock, so that of concurrent callers the last one sends the last
  /// catalogue; tokens do not give the order, because a clock correction can withdraw a catalogue.
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
  /// The event for this catalogue (HTML Standard, server-sent events).
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
  /// The beginning of the event stream: the reconnection time.
  static let eventStart = Response(
    .ok, group: .events,
    [
      ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"),
      // nginx would otherwise buffer events.
      ("X-Accel-Buffering", "no"),
    ],
    body: ByteBuffer(string: "retry: \(APILimits.eventRetryMilliseconds)\n\n"),
    namesLength: false)
}
