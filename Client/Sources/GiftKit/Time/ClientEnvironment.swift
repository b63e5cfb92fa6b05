import Foundation

/// What a client takes from its surroundings, so that tests can give it a clock and a die.
struct ClientEnvironment: Sendable {
  /// The wall clock, which people may set.
  let wall: @Sendable () -> Date
  /// Seconds on a clock that only goes forward, and counts the time that a device is suspended.
  let uptime: @Sendable () -> TimeInterval
  /// A random number within a range.
  let random: @Sendable (ClosedRange<Double>) -> Double
  /// Waits this many seconds; throws if the task is cancelled.
  let sleep: @Sendable (TimeInterval) async throws -> Void
  /// The share of each wait between requests that the client really waits: 1, in tests less.
  var pace = 1.0
  /// Whether event streams may be opened: on Linux one takes most of a processor, as URLSession
  /// asks all the time whether it may write.
  var hasEvents = Self.systemHasEvents

  #if os(Linux)
    private static let systemHasEvents = false
  #else
    private static let systemHasEvents = true
  #endif

  /// What both clocks show.
  var moment: FollowState.Moment { FollowState.Moment(uptime: uptime(), wall: wall()) }

  /// The system's own.
  static let system = ClientEnvironment(
    wall: { Date() }, uptime: monotonicSeconds, random: { Double.random(in: $0) }, sleep: wait)
}

/// Waits by the clock of `monotonicSeconds`.
private func wait(_ seconds: TimeInterval) async throws {
  let end = monotonicSeconds() + seconds
  repeat {
    try await step(max(0, end - monotonicSeconds()))
  } while monotonicSeconds() < end
}

/// Waits for a time, or for a part of it.
private func step(_ seconds: TimeInterval) async throws {
  #if canImport(Darwin)
    if #available(iOS 16, macOS 13, *) {
      try await Task.sleep(until: .now + .seconds(min(seconds, 3600)), clock: .continuous)
      return
    }
    // This clock stops while a device sleeps, so in one step a gift that ended meanwhile would go
    // much later.
    try await Task.sleep(nanoseconds: UInt64(min(seconds, 1) * 1e9))
  #else
    try await Task.sleep(nanoseconds: UInt64(min(seconds, 3600) * 1e9))
  #endif
}

#if canImport(Darwin)
  /// CLOCK_MONOTONIC goes on while a device sleeps (clock_gettime(3) of Darwin).
  private func monotonicSeconds() -> TimeInterval {
    Double(clock_gettime_nsec_np(CLOCK_MONOTONIC)) / 1e9
  }
#else
  /// Elsewhere Swift's own clock has no minimum version, and counts suspended time, too.
  private let origin = ContinuousClock.now

  private func monotonicSeconds() -> TimeInterval {
    let passed = origin.duration(to: ContinuousClock.now).components
    return Double(passed.seconds) + Double(passed.attoseconds) / 1e18
  }
#endif
