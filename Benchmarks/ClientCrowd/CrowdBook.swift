import Synchronization

/// What the clients of a crowd measured.
final class CrowdBook: Sendable {
  /// Which resource a response was of.
  enum Route: String {
    case catalogue
    case upcoming
    case asset
  }

  private struct Response {
    let route: Route
    let end: ContinuousClock.Instant
    let duration: Duration
    let bytes: Int
  }

  private struct State {
    var responses: [Response] = []
    var failures = 0
    /// When the first client saw what the boundary brought.
    var boundary: ContinuousClock.Instant?
    var crossings = 0
  }

  private let state = Mutex(State())

  func note(_ route: Route, since start: ContinuousClock.Instant, bytes: Int) {
    let end = ContinuousClock.now
    state.withLock {
      $0.responses.append(
        Response(route: route, end: end, duration: start.duration(to: end), bytes: bytes))
    }
  }

  func failed() { state.withLock { $0.failures += 1 } }

  /// A client saw what the boundary brought.
  func crossed() {
    state.withLock { state in
      state.boundary = state.boundary ?? .now
      state.crossings += 1
    }
  }

  /// Counts, times in milliseconds, and bytes of assets, within the minute from the boundary and
  /// before it, as JSON.
  var summary: String {
    state.withLock { state in
      let boundary = state.boundary ?? .now
      let minute = boundary..<boundary.advanced(by: .seconds(60))
      let within = state.responses.filter { minute.contains($0.end) }
      let times = within.map(\.duration).sorted()
      let assets = state.responses.filter { $0.route == .asset }
      let late = assets.filter { minute.contains($0.end) }
      let members: [(String, Double)] = [
        ("requests", Double(state.responses.count)), ("failures", Double(state.failures)),
        ("crossings", Double(state.crossings)), ("requestsWithinMinute", Double(within.count)),
        ("medianMs", milliseconds(times, 0.5)), ("p99Ms", milliseconds(times, 0.99)),
        ("assetBytes", Double(assets.map(\.bytes).reduce(0, +))),
        ("assetBytesWithinMinute", Double(late.map(\.bytes).reduce(0, +))),
      ]
      return "{" + members.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + "}"
    }
  }

  private func milliseconds(_ sorted: [Duration], _ share: Double) -> Double {
    guard !sorted.isEmpty else { return 0 }
    let index = min(sorted.count - 1, Int(Double(sorted.count) * share))
    return sorted[index] / .milliseconds(1)
  }
}
