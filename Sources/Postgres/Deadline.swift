/// The instant by which a whole call must be over, on the clock that no one can set.
struct Deadline {
  private let instant: ContinuousClock.Instant

  init(after duration: Duration) {
    instant = ContinuousClock.now.advanced(by: duration)
  }

  /// What is left; zero once the deadline has passed.
  var remaining: Duration {
    max(.zero, instant - ContinuousClock.now)
  }

  /// What is left in whole milliseconds, rounded up so that a wait never ends just before its
  /// deadline.
  var remainingMilliseconds: Int32 {
    let (seconds, attoseconds) = remaining.components
    let milliseconds = seconds.multipliedReportingOverflow(by: 1000)
    let fraction = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    if milliseconds.overflow { return .max }
    return Int32(clamping: milliseconds.partialValue + fraction)
  }

  var hasPassed: Bool { remaining == .zero }

  /// The deadline of one of `count` attempts that share what is left.
  func share(of count: Int) -> Deadline {
    Deadline(after: remaining / count)
  }
}
