import Foundation

/// Bounds of the server's time, from the `Date` fields of its responses.
///
/// A response leaves the server at a time in `[Date, Date + 1 s)`, and at a moment between sending
/// the request and receiving the response, or by its `Age` before that. Each response thus bounds
/// the difference between the server's clock and our monotonic one, and all of them together bound
/// it more closely. Until one has come, the device's clock serves; one that contradicts it counts
/// only when another agrees, and until then the time is unknown.
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

    func widened(by seconds: TimeInterval = 0, to uptime: TimeInterval) -> Bounds {
      let slack = max(0, uptime - observedAt) * ServerClock.drift + seconds
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

  /// What the device's clock says, or what an earlier run knew of the difference to it.
  private var assumed: Bounds
  /// What responses say.
  private var bounds: Bounds?
  /// Bounds that contradict the others, and count only if another response agrees.
  private var suspected: Bounds?

  /// The device's clock.
  init(device wall: Date, at uptime: TimeInterval) {
    let offset = wall.timeIntervalSince1970 - uptime
    assumed = Bounds(lower: offset, upper: offset, observedAt: uptime)
  }

  /// Bounds from an earlier run, by the device's clock, which may have been set meanwhile.
  mutating func assume(lower: TimeInterval, upper: TimeInterval, at uptime: TimeInterval) {
    assumed = Bounds(lower: lower - uptime, upper: upper - uptime, observedAt: uptime)
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
    guard let known = bounds?.widened(to: receivedAt) else {
      let device = assumed.widened(by: ClientLimits.deviceClock, to: receivedAt)
      let isNear = suspected == nil && device.intersected(with: seen) != nil
      bounds = isNear ? seen : confirmed(seen)
      if bounds != nil { suspected = nil }
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

  private var trusted: Bounds? { bounds ?? (suspected == nil ? assumed : nil) }

  /// The earliest time that the server's clock can show, in seconds since 1970; nil if unknown.
  func earliest(at uptime: TimeInterval) -> TimeInterval? {
    trusted.map { $0.widened(to: uptime).lower + uptime }
  }

  /// The latest time that the server's clock can show, in seconds since 1970; nil if unknown.
  func latest(at uptime: TimeInterval) -> TimeInterval? {
    trusted.map { $0.widened(to: uptime).upper + uptime }
  }

  /// Seconds until the server's clock has certainly reached an instant; nil if its time is unknown.
  func secondsUntil(_ instant: Date, at uptime: TimeInterval) -> TimeInterval? {
    earliest(at: uptime).map { instant.timeIntervalSince1970 - $0 }
  }
}
