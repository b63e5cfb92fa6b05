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
    let answer: SteadyRouting
  }

  init(_ api: GiftAPI) {
    self.api = api
  }

  /// Answers from memory; what is not there is left to `GiftAPI.respond`.
  func route(_ head: RequestHead) -> Routing {
    guard let served = api.keeper.served() else { return api.answer(head, nil).routing }
    if let last, last.head === head, last.snapshot == served.snapshot.number,
      last.answer.holds(at: served.now)
    {
      return last.answer.routing
    }
    let answer = api.answer(head, served)
    // What is said before the heads are steady, or behind, is said for that instant.
    let isSteady = answer.holds(at: served.now)
    last = isSteady ? Last(head: head, snapshot: served.snapshot.number, answer: answer) : nil
    return answer.routing
  }
}

/// What a request is answered with, and when others that are the same are, too.
struct SteadyRouting {
  let routing: Routing
  /// In microseconds since 1970-01-01T00:00:00Z, as long as the snapshot is served.
  private let steady: Range<Int64>

  /// An answer that holds for no other request, or for those within `steady`.
  init(_ routing: Routing, within steady: Range<Int64> = 0..<0) {
    self.routing = routing
    self.steady = steady
  }

  func holds(at now: Timestamp) -> Bool { steady.contains(now.microseconds) }
}
