/// The instant by which a whole call must end, on the monotonic clock.
struct Deadline {
  private let instant: ContinuousClock.Instant

  init(after duration: Duration) { instant = ContinuousClock.now.advanced(by: duration) }

  /// The remaining time; zero once the deadline has passed.
  var remaining: Duration { max(.zero, instant - ContinuousClock.now) }

  /// What is left in whole milliseconds, rounded up so that a wait never ends just before its
  /// deadline.
  var remainingMilliseconds: Int32 {
    Int32(min((remaining / .milliseconds(1)).rounded(.up), Double(Int32.max)))
  }

  var hasPassed: Bool { remaining == .zero }

  /// The deadline of one of `count` attempts that share what is left.
  func share(of count: Int) -> Deadline { Deadline(after: remaining / count) }
}
