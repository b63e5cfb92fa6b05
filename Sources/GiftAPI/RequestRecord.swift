import HTTPTypes
import Metrics

/// What is counted of one request on its way through the routes.
struct RequestRecord {
  /// Where it goes; nil for what is at no address.
  var route: Route?
  private let start = ContinuousClock.now

  /// Counts it, and how long it took, under the name of its route: few, whatever clients send.
  func count(_ status: HTTPResponse.Status) {
    let place = [("route", route.name)]
    Counter(
      label: "gift_slow_requests_total", dimensions: place + [("status", String(status.code))]
    ).increment()
    Metrics.Timer(label: "gift_slow_request_duration_seconds", dimensions: place)
      .recordNanoseconds(Int64((ContinuousClock.now - start) / Duration.nanoseconds(1)))
  }
}

extension Route? {
  fileprivate var name: String {
    switch self {
    case .catalogue: "catalogue"
    case .changes: "catalogue_since"
    case .events: "events"
    case .gift: "gift"
    case .animation: "animation"
    case .liveAnimation: "live_animation"
    case nil: "none"
    }
  }
}
