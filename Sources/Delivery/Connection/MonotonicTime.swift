/// An instant of a monotonic clock with an unknown origin.
struct MonotonicTime: Hashable, Comparable, Sendable {
  /// The time since the clock's origin.
  let elapsed: Duration

  static func + (time: MonotonicTime, wait: Duration) -> MonotonicTime {
    MonotonicTime(elapsed: time.elapsed + wait)
  }

  static func < (one: MonotonicTime, other: MonotonicTime) -> Bool {
    one.elapsed < other.elapsed
  }
}
