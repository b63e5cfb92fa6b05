import Metrics
import Synchronization

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

  private enum Series {
    case counter(CounterSeries)
    case histogram(HistogramSeries)
  }

  private let known: [String: CountedMetric]
  private let series = Mutex<[SeriesName: Series]>([:])

  init(_ metrics: [CountedMetric] = CountedMetric.all) {
    known = Dictionary(metrics.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// What was counted so far, by metric; those of which nothing was are left out.
  func families() -> [MetricFamily] {
    var samples: [String: [MetricSample]] = [:]
    for (name, series) in series.withLock({ $0 }).sorted(by: { $0.key.place < $1.key.place }) {
      switch series {
      case .counter(let counter):
        samples[name.metric, default: []].append(
          MetricSample(name.labels, Double(counter.value)))
      case .histogram(let histogram):
        samples[name.metric, default: []] += histogram.samples(name.labels)
      }
    }
    return samples.compactMap { name, samples in
      known[name].map { metric in
        let type: MetricType =
          switch metric.kind {
          case .counter: .counter
          case .histogram: .histogram
          }
        return MetricFamily(name, type, metric.help, samples)
      }
    }
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    switch made(label, dimensions) {
    case .counter(let counter): counter
    case .histogram, nil: NOOPMetricsHandler.instance
    }
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    switch made(label, dimensions) {
    case .histogram(let histogram): histogram
    case .counter, nil: NOOPMetricsHandler.instance
    }
  }

  func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    NOOPMetricsHandler.instance
  }

  /// Series last as long as the process: a counter that begins anew looks like a restart.
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}

  /// The series of a name, made when it is asked for first.
  private func made(_ label: String, _ dimensions: [(String, String)]) -> Series? {
    guard let metric = known[label] else { return nil }
    let name = SeriesName(
      metric: label, labels: dimensions.map { MetricLabel(name: $0.0, value: $0.1) })
    return series.withLock { all in
      if let series = all[name] { return series }
      guard all.count < Self.maxSeries else { return nil }
      let series: Series =
        switch metric.kind {
        case .counter: .counter(CounterSeries())
        case .histogram(let bounds): .histogram(HistogramSeries(bounds: bounds))
        }
      all[name] = series
      return series
    }
  }
}
