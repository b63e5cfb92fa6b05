import Foundation

/// Listens at `/v1/events`, and tells a group which tokens it hears.
struct EventListener: Sendable {
  let http: HTTPClient
  let group: FollowGroup
  let environment: ClientEnvironment
  let report: @Sendable (ClientEvent) -> Void

  /// Seconds to wait before reconnecting, if the server does not say.
  private static let retry: TimeInterval = 3
  /// Seconds to wait after a refusal with 503, at least: others are listening.
  private static let retryAfterRefusal: TimeInterval = 60

  /// The data of an event (openapi.yaml, `Event`).
  private struct Record: Decodable {
    let catalogue: String
  }

  /// Listens until the task is cancelled; after an end or a refusal it waits, then tries again.
  func run() async {
    var parser = EventStreamParser()
    var failures = 0
    while !Task.isCancelled {
      let failure = await listen(&parser, &failures)
      await group.listens(false)
      if Task.isCancelled { return }
      report(.notListening(failure))
      do {
        try await environment.sleep(wait(after: failure, parser.retry, failures))
      } catch {
        // Cancelled: nobody reads any more.
        return
      }
      parser = EventStreamParser(lastEventID: parser.lastEventID)
    }
  }

  private func listen(
    _ parser: inout EventStreamParser, _ failures: inout Int
  ) async -> GiftClientError {
    failures += 1
    let start = environment.uptime()
    var isListening = false
    do throws(GiftClientError) {
      try await http.stream(
        "/v1/events", lastEventID: parser.lastEventID,
        receive: { data throws(GiftClientError) in
          for event in try parser.read(data) where event.type == "catalogue" {
            if !isListening { report(.listening) }
            isListening = true
            // A server that closes each stream after an event has no more requests for it.
            if environment.uptime() - start > ClientLimits.steady * environment.pace {
              failures = 0
            }
            let record = try decodeJSON(Record.self, from: Data(event.data.utf8))
            guard let token = CatalogueToken(record.catalogue) else {
              throw .badResponse("an event has no token")
            }
            // A stream that brings no event, such as one that a proxy holds back, is not relied on.
            await group.listens(true)
            await group.hear(token)
          }
        })
      return .unreachable("the event stream ended")
    } catch {
      return error
    }
  }

  private func wait(
    after failure: GiftClientError, _ retry: TimeInterval?, _ failures: Int
  ) -> TimeInterval {
    if case .unavailable(let seconds) = failure {
      let own = Self.retryAfterRefusal * environment.pace
      return max(seconds ?? 0, own) * environment.random(1...1.5)
    }
    let base = max(retry ?? Self.retry, 1) * pow(2, Double(min(failures, 6)))
    let longest = max(ClientLimits.longestRetry, retry ?? 0)
    return min(base, longest) * environment.random(0.5...1) * environment.pace
  }
}
