import Delivery
import GiftDomain

/// The router of one event loop, which remembers its last response: viewers of a stream all request
/// the gift that was just sent, and proxies send identical requests for them.
final class LoopRouter {
  private let api: GiftAPI
  private var last: Last?

  /// The last response, without the snapshot itself, which an idle loop would keep in memory.
  private struct Last {
    let head: RequestHead
    let snapshot: Int
    let routing: Routing
    let within: Range<Int64>
  }

  init(_ api: GiftAPI) { self.api = api }

  /// Answers from memory; everything else is left to `GiftAPI.respond`.
  func route(_ head: RequestHead) -> Routing {
    guard let served = api.publisher.served() else { return api.answer(head, nil).routing }
    if let last, last.head === head, last.snapshot == served.snapshot.number,
      last.within.contains(served.now.microseconds)
    {
      return last.routing
    }
    let (routing, within) = api.answer(head, served)
    last = nil
    // Outside the steady time, the response is valid for this instant only.
    if let within, within.contains(served.now.microseconds) {
      let number = served.snapshot.number
      last = Last(head: head, snapshot: number, routing: routing, within: within)
    }
    return routing
  }
}

/// The routing of a request, and the time in which identical requests get the same, in microseconds
/// since 1970-01-01T00:00:00Z, while the snapshot is served.
typealias SteadyRouting = (routing: Routing, within: Range<Int64>?)
