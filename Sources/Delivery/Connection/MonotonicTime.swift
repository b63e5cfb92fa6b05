/// An instant of a clock that only goes forward, counted from one that is not known.
struct MonotonicTime: Hashable, Comparable, Sendable {
  /// Since the instant that the clock counts from.
  let elapsed: Duration

  static func + (time: MonotonicTime, wait: Duration) -> MonotonicTime {
    MonotonicTime(elapsed: time.elapsed + wait)
  }

  static func < (one: MonotonicTime, other: MonotonicTime) -> Bool {
    one.elapsed < other.elapsed
  }
}
