/// An instant of a clock that only goes forward, counted from one that is not known.
struct MonotonicTime: Hashable, Comparable, Sendable {
  /// Since the instant that the clock counts from.
  let elapsed: Duration

  /// The instant that comes `elapsed` after the one that the clock counts from.
  init(_ elapsed: Duration) {
    self.elapsed = elapsed
  }

  /// The instant that comes `wait` later.
  static func + (time: MonotonicTime, wait: Duration) -> MonotonicTime {
    MonotonicTime(time.elapsed + wait)
  }

  /// Whether one comes before the other.
  static func < (one: MonotonicTime, other: MonotonicTime) -> Bool {
    one.elapsed < other.elapsed
  }
}
