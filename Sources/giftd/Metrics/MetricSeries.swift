import Metrics
import Synchronization

/// What was counted of one metric under the same labels.
protocol MetricSeries: Sendable {
  func samples(_ labels: [MetricLabel]) -> [MetricSample]
}

/// A number that only rises.
final class CounterSeries: CounterHandler, MetricSeries {
  private let count = Atomic<Int64>(0)

  func samples(_ labels: [MetricLabel]) -> [MetricSample] {
    [MetricSample(labels, Double(count.load(ordering: .relaxed)))]
  }

  func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }

  func reset() { count.store(0, ordering: .relaxed) }
}

/// Durations, counted by how long they are.
final class HistogramSeries: TimerHandler, MetricSeries {
  private struct State {
    /// One more than there are bounds.
    var counts: [Int]
    var seconds = 0.0
  }

  private let bounds: [Double]
  private let state: Mutex<State>

  init(bounds: [Double]) {
    self.bounds = bounds
    state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
  }

  /// A negative duration, from two clocks that differ, counts as zero.
  func recordNanoseconds(_ duration: Int64) {
    let seconds = max(0, Double(duration) / 1_000_000_000)
    let bucket = bounds.firstIndex { seconds <= $0 } ?? bounds.count
    state.withLock { state in
      state.counts[bucket] += 1
      state.seconds += seconds
    }
  }

  /// How many took up to each bound, the sum, and how many there were, all of one instant.
  func samples(_ labels: [MetricLabel]) -> [MetricSample] {
    let state = state.withLock { $0 }
    var total = 0
    var samples: [MetricSample] = []
    for (count, bound) in zip(state.counts, bounds + [.infinity]) {
      total += count
      let upTo = MetricLabel(name: "le", value: MetricSample.text(bound))
      samples.append(MetricSample(labels + [upTo], Double(total), suffix: "_bucket"))
    }
    samples.append(MetricSample(labels, state.seconds, suffix: "_sum"))
    samples.append(MetricSample(labels, Double(total), suffix: "_count"))
    return samples
  }
}
