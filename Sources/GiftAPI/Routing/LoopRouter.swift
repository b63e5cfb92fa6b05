import Delivery
import GiftDomain

/// The answers of one event loop, which remembers the last: who watches a stream asks for the gift
/// that was just sent when all others do, and proxies ask in the same words for all of them.
final class LoopRouter {
  private let api: GiftAPI
  private var last: Last?

  /// Not the snapshot itself: where nobody asks, it would stay in memory.
  private struct Last {
    let head: RequestHead
    let snapshot: Int
    let routing: Routing
    let within: Range<Int64>
  }

  init(_ api: GiftAPI) { self.api = api }

  /// Answers from memory; what is not there is left to `GiftAPI.respond`.
  func route(_ head: RequestHead) -> Routing {
    guard let served = api.publisher.served() else { return api.answer(head, nil).routing }
    if let last, last.head === head, last.snapshot == served.snapshot.number,
      last.within.contains(served.now.microseconds)
    {
      return last.routing
    }
    let (routing, within) = api.answer(head, served)
    last = nil
    // What is said before the heads are steady, or after, is said for that instant.
    if let within, within.contains(served.now.microseconds) {
      let number = served.snapshot.number
      last = Last(head: head, snapshot: number, routing: routing, within: within)
    }
    return routing
  }
}

/// What a request is answered with, and when others that are the same are, too: in microseconds
/// since 1970-01-01T00:00:00Z, as long as the snapshot is served.
typealias SteadyRouting = (routing: Routing, within: Range<Int64>?)
