import Delivery
import GiftAPI
import Logging
import ServiceLifecycle

/// Logs once a minute how many requests could not be answered, if any: a line for each would fill
/// the disk while the database is unreachable.
struct OutageLog: Service, CustomStringConvertible {
  let counters: DeliveryCounters
  let logger: Logger

  var description: String { "outage log" }

  func run() async throws {
    await cancelWhenGracefulShutdown {
      var counted = refusedCount()
      while !Task.isCancelled {
        // Cancelled, so the loop ends.
        try? await Task.sleep(for: ServingLimits.outageLogInterval)
        let count = refusedCount()
        if count > counted {
          logger.warning(
            "requests were answered with 503", metadata: ["count": "\(count - counted)"])
        }
        counted = count
      }
    }
  }

  private func refusedCount() -> Int {
    let counts = counters.counts()
    return RouteGroup.allCases.reduce(0) {
      $0 + counts.responses(group: $1.number, status: .serviceUnavailable)
    }
  }
}
