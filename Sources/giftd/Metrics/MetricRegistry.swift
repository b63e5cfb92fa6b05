import Metrics
import Synchronization

/// A metric that is counted as things happen, through swift-metrics.
struct CountedMetric: Sendable {
  let name: String
  let help: String
  /// The upper bounds of a histogram's buckets, in seconds, which rise; nil for a counter.
  ///
  /// The last bucket has none.
  let bounds: [Double]?

  /// All that the modules of this program count.
  static let all = [
    CountedMetric(
      name: "gift_fallback_duration_seconds",
      help: "Latency of requests not served from memory, by route.",
      // From what memory answers to what a database under its deadlines does.
      bounds: [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25,
      ]),
    CountedMetric(
      name: "gift_unfit_codings_total",
      help: "Stored codings that do not decode to their animation and are not served, by coding.",
      bounds: nil),
    CountedMetric(
      name: "gift_announcements_total",
      help: "Boundaries that this process announced, by event.", bounds: nil),
    CountedMetric(
      name: "gift_announcement_lateness_seconds",
      help: "How long after their instants boundaries were announced.",
      // From a scheduler that waits for the instant to one that was away for a day.
      bounds: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 60, 300, 3_600, 86_400]),
  ]
}

/// Holds what is counted through swift-metrics, for the page to read.
///
/// It knows the metrics by name; what else a library might count is not kept. Values that go up and
/// down are read where they are when the page is made, so nobody has to record them.
final class MetricRegistry: MetricsFactory {
  /// The most series of all metrics; what comes after is not kept.
  static let maxSeries = 1_000

  private struct SeriesName: Hashable {
    let metric: String
    let labels: [MetricLabel]

    /// Where it comes among the series of its metric.
    var place: String { labels.map(\.value).joined(separator: " ") }
  }

  private let series = Mutex<[SeriesName: any MetricSeries]>([:])

  /// The counts so far, by metric, without empty ones.
  func families() -> [MetricFamily] {
    let all = series.withLock { $0 }.sorted { $0.key.place < $1.key.place }
    return CountedMetric.all.compactMap { metric in
      let samples = all.filter { $0.key.metric == metric.name }
        .flatMap { $0.value.samples($0.key.labels) }
      guard !samples.isEmpty else { return nil }
      return MetricFamily(
        metric.name, metric.bounds == nil ? .counter : .histogram, metric.help, samples)
    }
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    made(label, dimensions) as? CounterSeries ?? NOOPMetricsHandler.instance
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    made(label, dimensions) as? HistogramSeries ?? NOOPMetricsHandler.instance
  }

  func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    NOOPMetricsHandler.instance
  }

  /// Series last as long as the process, because a counter that starts again looks like a restart.
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}

  /// The series of a name, made when it is asked for first.
  private func made(_ label: String, _ dimensions: [(String, String)]) -> (any MetricSeries)? {
    guard let metric = CountedMetric.all.first(where: { $0.name == label }) else { return nil }
    let name = SeriesName(
      metric: label, labels: dimensions.map { MetricLabel(name: $0.0, value: $0.1) })
    return series.withLock { all in
      if let series = all[name] { return series }
      guard all.count < Self.maxSeries else { return nil }
      let series: any MetricSeries =
        metric.bounds.map { HistogramSeries(bounds: $0) } ?? CounterSeries()
      all[name] = series
      return series
    }
  }
}
