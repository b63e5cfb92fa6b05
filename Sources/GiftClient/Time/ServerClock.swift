import Foundation

/// Bounds of the server's time, from the `Date` fields of its responses.
///
/// A response leaves the server at a time in `[Date, Date + 1 s)`, and at a moment between sending
/// the request and receiving the response, or by its `Age` before that. Each response thus bounds
/// the difference between the server's clock and our monotonic one, and all of them together bound
/// it more closely.
struct ServerClock: Sendable {
  /// Seconds that the two clocks may drift apart per second: crystals keep to 50 ppm, and a server
  /// whose clock is being corrected slews by more.
  static let drift = 200e-6
  /// Seconds by which a server may be ahead of what an older `Date` said.
  ///
  /// Servers write one `Date` for a second or so. More than that has to be said twice.
  private static let oldest: TimeInterval = 2

  /// Server time minus uptime, as seconds since 1970, at the uptime `observedAt`.
  private struct Bounds {
    let lower: TimeInterval
    let upper: TimeInterval
    let observedAt: TimeInterval

    func widened(to uptime: TimeInterval) -> Bounds {
      let slack = max(0, uptime - observedAt) * ServerClock.drift
      return Bounds(lower: lower - slack, upper: upper + slack, observedAt: uptime)
    }

    /// The bounds that both give; nil if they contradict.
    func intersected(with other: Bounds) -> Bounds? {
      let lower = max(lower, other.lower)
      let upper = min(upper, other.upper)
      return lower <= upper
        ? Bounds(lower: lower, upper: upper, observedAt: other.observedAt) : nil
    }
  }

  private var bounds: Bounds?
  /// Bounds that contradict the others, and count only if another response agrees.
  private var suspected: Bounds?
  /// Whether the bounds come from an earlier run, and give way to the first response.
  private(set) var isProvisional = false

  /// Bounds from an earlier run, by the wall clock, which may have been set meanwhile.
  mutating func assume(lower: TimeInterval, upper: TimeInterval, at uptime: TimeInterval) {
    bounds = Bounds(lower: lower - uptime, upper: upper - uptime, observedAt: uptime)
    isProvisional = true
  }

  /// Takes in a response.
  ///
  /// - Returns: by how many seconds the bounds moved if it contradicts earlier ones, because one of
  ///   the clocks was set; else nil.
  mutating func observe(
    date: Date, age: TimeInterval, sentAt: TimeInterval, receivedAt: TimeInterval
  ) -> TimeInterval? {
    let second = date.timeIntervalSince1970
    let seen = Bounds(
      lower: second - receivedAt, upper: second + 1 + age - sentAt, observedAt: receivedAt)
    guard let known = bounds?.widened(to: receivedAt), !isProvisional else {
      bounds = seen
      isProvisional = false
      return nil
    }
    if let both = known.intersected(with: seen) {
      bounds = both
      suspected = nil
      return nil
    }
    let isNear = (0...Self.oldest).contains(seen.lower - known.upper)
    guard let next = isNear ? seen : confirmed(seen) else { return nil }
    bounds = next
    suspected = nil
    return (next.lower + next.upper - known.lower - known.upper) / 2
  }

  /// What a response says that cannot be, once another has said so.
  ///
  /// A server's clock may have been set; but a `Date` may also be wrong once, and a cache on the
  /// way may repeat an old one. An old one does not go on: a second later it contradicts itself.
  private mutating func confirmed(_ seen: Bounds) -> Bounds? {
    if let suspected, seen.observedAt - suspected.observedAt < 1 { return nil }
    let both = suspected?.widened(to: seen.observedAt).intersected(with: seen)
    suspected = seen
    return both
  }

  /// The earliest time that the server's clock can show, in seconds since 1970; nil if unknown.
  func earliest(at uptime: TimeInterval) -> TimeInterval? {
    bounds.map { $0.widened(to: uptime).lower + uptime }
  }

  /// The latest time that the server's clock can show, in seconds since 1970; nil if unknown.
  func latest(at uptime: TimeInterval) -> TimeInterval? {
    bounds.map { $0.widened(to: uptime).upper + uptime }
  }

  /// Seconds between the bounds; nil if unknown.
  func width(at uptime: TimeInterval) -> TimeInterval? {
    guard let earliest = earliest(at: uptime), let latest = latest(at: uptime) else { return nil }
    return latest - earliest
  }

  /// Seconds until the server's clock has certainly reached an instant; nil if its time is unknown.
  func secondsUntil(_ instant: Date, at uptime: TimeInterval) -> TimeInterval? {
    earliest(at: uptime).map { instant.timeIntervalSince1970 - $0 }
  }

  /// When to send the request that is expected to halve the bounds: its response is written when,
  /// as far as we know, the server's second is as likely to have turned as not.
  ///
  /// - Parameters:
  ///   - range: uptimes within which to send.
  ///   - roll: from 0 up to 1; chooses among the seconds of the range.
  /// - Returns: an uptime within the range; nil if no second turns in it.
  func momentToHalve(in range: ClosedRange<TimeInterval>, roll: Double) -> TimeInterval? {
    guard let bounds else { return nil }
    let middle = (bounds.lower + bounds.upper) / 2
    let first = (range.lowerBound + middle).rounded(.up)
    let last = (range.upperBound + middle).rounded(.down)
    guard first <= last else { return nil }
    let steps = min(last, first + ((last - first + 1) * roll).rounded(.down))
    return min(max(steps - middle, range.lowerBound), range.upperBound)
  }
}
