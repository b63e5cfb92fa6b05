/// A metric that is counted as things happen, through swift-metrics.
struct CountedMetric: Sendable {
  /// What it adds up.
  enum Kind: Sendable {
    case counter
    /// Durations, in seconds, by upper bounds that rise; the last bucket has none.
    case histogram(bounds: [Double])
  }

  let name: String
  let help: String
  let kind: Kind

  /// All that the modules of this program count.
  static let all = [
    CountedMetric(
      name: "gift_fallback_duration_seconds",
      help: "Latency of requests not served from memory, by route.",
      // From what memory answers to what a database under its deadlines does.
      kind: .histogram(
        bounds: [
          0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25,
        ])),
    CountedMetric(
      name: "gift_announcements_total",
      help: "Boundaries that this process announced, by event.", kind: .counter),
    CountedMetric(
      name: "gift_announcement_lateness_seconds",
      help: "How long after their instants boundaries were announced.",
      // From a scheduler that waits for the instant to one that was away for a day.
      kind: .histogram(bounds: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 60, 300, 3_600, 86_400])),
  ]
}
