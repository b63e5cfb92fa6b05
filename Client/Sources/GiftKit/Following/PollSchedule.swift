import Foundation

/// When to ask for changes next.
///
/// Three things make a request due: half a minute has passed; an event has told of a new token; or
/// the catalogue's `until` has passed on the server. Whatever makes it due, a server's Retry-After
/// is waited for.
struct PollSchedule: Sendable {
  typealias Random = @Sendable (ClosedRange<Double>) -> Double

  /// A token that an event carried, until the catalogue has reached it.
  private struct Told {
    let token: CatalogueToken
    var due: TimeInterval
    var requests = 0
  }

  /// The catalogue's `until`.
  private struct Boundary {
    let instant: Date
    /// Seconds after the instant, or after the latest request if that did not bring the change.
    var delay: TimeInterval
    var requests = 0
    var requestedAt: TimeInterval?
  }

  /// Requests after a boundary or an event, while servers do not have the change yet.
  static let repeats = 3

  private let random: Random
  /// The share of each wait of the client's own choice that it waits: 1, in tests less.
  let pace: Double
  private var regularDue: TimeInterval = 0
  private var notBefore: TimeInterval = 0
  /// Until when a server has asked for no requests.
  private var heldBackUntil: TimeInterval = 0
  private var told: Told?
  private var boundary: Boundary?
  private(set) var failures = 0

  init(random: @escaping Random, pace: Double) {
    self.random = random
    self.pace = pace
  }

  /// The uptime at which the next request is due.
  func due(at uptime: TimeInterval, clock: ServerClock) -> TimeInterval {
    let others = [told?.due, boundaryDue(at: uptime, clock: clock)]
    return max(notBefore, others.compactMap { $0 }.reduce(regularDue, min))
  }

  private func boundaryDue(at uptime: TimeInterval, clock: ServerClock) -> TimeInterval? {
    guard let boundary, boundary.requests < Self.repeats else { return nil }
    if let requestedAt = boundary.requestedAt { return requestedAt + boundary.delay }
    return clock.secondsUntil(boundary.instant, at: uptime).map { uptime + $0 + boundary.delay }
  }

  /// Notes that a request is being sent, and returns the token that it is to carry as `told`.
  mutating func requestStarts(at uptime: TimeInterval, clock: ServerClock) -> CatalogueToken? {
    if let due = boundaryDue(at: uptime, clock: clock), due <= uptime {
      boundary?.requests += 1
      boundary?.requestedAt = uptime
      let delay = wait(1...3)
      boundary?.delay = delay
    }
    guard let told, told.due <= uptime else { return nil }
    let again = uptime + wait(1...3)
    self.told?.requests += 1
    self.told?.due = again
    return told.token
  }

  /// Notes an answer, and what is held after it.
  mutating func requestSucceeded(
    at uptime: TimeInterval, maxAge: TimeInterval?, isListening: Bool, held: HeldCatalogue?,
    clock: ServerClock
  ) {
    failures = 0
    notBefore = uptime + ClientLimits.pause * pace
    regularDue = uptime + max((maxAge ?? 0) * pace, interval(isListening) * wait(0.9...1.1))
    if let told, let token = held?.token {
      if !told.token.isNewer(than: token) || told.requests >= Self.repeats { self.told = nil }
    }
    expect(held?.until, at: uptime, clock: clock)
  }

  /// Notes that a server has named the state that is held.
  mutating func confirmedElsewhere(at uptime: TimeInterval, isListening: Bool) {
    regularDue = max(regularDue, uptime + interval(isListening) * wait(0.9...1.1))
  }

  private func interval(_ isListening: Bool) -> TimeInterval {
    isListening ? ClientLimits.pollWhileListening : ClientLimits.poll
  }

  /// Notes a failure; the next request waits for longer each time, and for Retry-After at least.
  ///
  /// A server names one instant to all its clients, so each adds a random time of its own.
  mutating func requestFailed(at uptime: TimeInterval, retryAfter: TimeInterval?) {
    failures += 1
    let doubled = ClientLimits.retry * pow(2, Double(min(failures, 10) - 1))
    let own = min(doubled, ClientLimits.longestRetry) * wait(0.5...1.5)
    let asked = retryAfter.map { $0 + wait(0...max(ClientLimits.spread, $0 / 2)) }
    regularDue = uptime + max(asked ?? 0, own)
    notBefore = regularDue
    heldBackUntil = retryAfter.map { uptime + $0 } ?? heldBackUntil
  }

  /// Seconds for which a server still wants no requests; nil if it takes them.
  func heldBack(at uptime: TimeInterval) -> TimeInterval? {
    heldBackUntil > uptime ? heldBackUntil - uptime : nil
  }

  /// Notes the instant at which the catalogue is known to change.
  mutating func expect(_ until: Date?, at uptime: TimeInterval, clock: ServerClock) {
    guard until != boundary?.instant else { return }
    let earlier = boundary
    boundary = until.map { Boundary(instant: $0, delay: wait(0...ClientLimits.spread)) }
    // One that has passed already is no reason to ask at once, each time anew.
    if let until, let left = clock.secondsUntil(until, at: uptime), left < 0 {
      boundary?.requests = earlier?.requests ?? 0
      boundary?.requestedAt = uptime
    }
  }

  /// Notes a token that an event carried; clients that hear it at once do not ask at once.
  mutating func hear(_ token: CatalogueToken, at uptime: TimeInterval) {
    told = Told(token: token, due: told?.due ?? uptime + wait(0...ClientLimits.spread))
  }

  /// Notes that the event stream ended: requests every half a minute go on.
  mutating func stoppedListening(at uptime: TimeInterval) {
    regularDue = min(regularDue, uptime + wait(0...ClientLimits.poll))
  }

  /// Random seconds, or a random factor, at the client's pace.
  private func wait(_ range: ClosedRange<Double>) -> Double { random(range) * pace }
}
