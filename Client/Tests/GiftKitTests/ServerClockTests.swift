import Foundation
import Testing

@testable import GiftKit

struct ServerClockTests {
  private static let base = 1_795_258_074.0

  /// A clock of a device that shows the server's time at the uptime 0, or another.
  private func clock(ahead seconds: TimeInterval = 0) -> ServerClock {
    ServerClock(device: Date(timeIntervalSince1970: Self.base + seconds), at: 0)
  }

  /// Seconds between the bounds.
  private func width(_ clock: ServerClock, at uptime: TimeInterval) throws -> TimeInterval {
    let earliest = try #require(clock.earliest(at: uptime))
    return try #require(clock.latest(at: uptime)) - earliest
  }

  /// A server whose clock is `offset` seconds ahead of uptime, and that answers after `trip`.
  private func observe(
    _ clock: inout ServerClock, at uptime: TimeInterval, trip: TimeInterval = 0.02,
    offset: TimeInterval = base
  ) -> TimeInterval? {
    let written = (uptime + trip / 2 + offset).rounded(.down)
    return clock.observe(
      date: Date(timeIntervalSince1970: written), age: 0, sentAt: uptime, receivedAt: uptime + trip)
  }

  @Test
  func `a response from a cache bounds the server's time from below, and by its age from above`()
    throws
  {
    var clock = clock()
    let date = Date(timeIntervalSince1970: Self.base)
    for age in ["0", "7", "soon"] {
      let head = ResponseHead(
        status: 200, fields: ["age": age, "date": "Sat, 21 Nov 2026 10:47:54 GMT"])
      #expect(head.date == date)
      #expect(head.age == (age == "soon" ? ClientLimits.wait : Double(age) ?? 0) + 1)
    }
    // Written between 7 and 8 seconds before it was sent.
    _ = clock.observe(date: date, age: 8, sentAt: 17, receivedAt: 17)
    #expect(clock.earliest(at: 17) == Self.base)
    #expect(clock.latest(at: 17) == Self.base + 9)
    // Fresh ones make the bounds close.
    #expect(observe(&clock, at: 20, offset: Self.base - 12.5) == nil)
    #expect(try width(clock, at: 21) < 1.1)
  }

  @Test func `the server's time is within the bounds, whatever the moments of the requests`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var clock = clock()
      var uptime = 5.0
      for _ in 0..<40 {
        uptime += Double.random(in: 0.1...40, using: &random)
        let trip = Double.random(in: 0.001...0.5, using: &random)
        #expect(observe(&clock, at: uptime, trip: trip) == nil)
        let now = uptime + trip + Double.random(in: 0...5, using: &random)
        let earliest = clock.earliest(at: now) ?? .infinity
        let latest = clock.latest(at: now) ?? -.infinity
        #expect(earliest <= now + Self.base + 1e-6)
        #expect(latest >= now + Self.base - 1e-6)
      }
    }
  }

  @Test(arguments: [-7200.0, -61, 0, 59, 31_536_000])
  func `the first response counts if the device or a second one agrees`(ahead: TimeInterval) throws
  {
    var clock = clock(ahead: ahead)
    #expect(abs(try #require(clock.earliest(at: 9)) - 9 - Self.base - ahead) < 0.1)
    _ = observe(&clock, at: 10)
    let isNear = abs(ahead) <= ClientLimits.deviceClock
    #expect((clock.earliest(at: 11) != nil) == isNear)
    // As much as half a second later it is the same one, for what is known.
    _ = observe(&clock, at: 10.5)
    #expect((clock.earliest(at: 11) != nil) == isNear)
    _ = observe(&clock, at: 40)
    #expect(abs(try #require(clock.earliest(at: 41)) - 41 - Self.base) < 1.1)
  }

  @Test func `a first response that is wrong, and wrong alone, moves nothing`() throws {
    var clock = clock()
    _ = observe(&clock, at: 10, offset: Self.base + 31_536_000)
    #expect(clock.earliest(at: 11) == nil)
    for uptime in [40.0, 70] { _ = observe(&clock, at: uptime) }
    #expect(abs(try #require(clock.earliest(at: 71)) - 71 - Self.base) < 1.1)
  }

  @Test(arguments: [3600.0, -3600, 2.5, -2.5])
  func `bounds that contradict are dropped, and the jump is told`(jump: TimeInterval) throws {
    var clock = clock()
    #expect(observe(&clock, at: 10) == nil)
    // The first response may only be old, or wrong once.
    if jump != 2.5 { #expect(observe(&clock, at: 38, offset: Self.base + jump) == nil) }
    let told = try #require(observe(&clock, at: 40, offset: Self.base + jump))
    #expect(abs(told - jump) < 1.1)
    let earliest = try #require(clock.earliest(at: 41))
    #expect(abs(earliest - (41 + Self.base + jump)) < 1.1)
  }

  @Test func `an old Date, however often a cache repeats it, moves nothing`() throws {
    var clock = clock()
    #expect(observe(&clock, at: 10) == nil)
    let old = Date(timeIntervalSince1970: Self.base + 10)
    for uptime in [40.0, 40.1, 40.2, 43, 46, 46.5, 60] {
      #expect(clock.observe(date: old, age: 0, sentAt: uptime, receivedAt: uptime + 0.01) == nil)
      #expect(try #require(clock.earliest(at: uptime)) > uptime + Self.base - 1.1)
    }
  }

  @Test func `a clock that an earlier run compared serves until the first response`()
    throws
  {
    var clock = clock(ahead: -500)
    clock.assume(lower: Self.base, upper: Self.base + 1, at: 0)
    #expect(clock.earliest(at: 12).map { abs($0 - 12 - Self.base) < 0.1 } == true)
    #expect(observe(&clock, at: 20) == nil)
    #expect(try #require(clock.latest(at: 20)) < Self.base + 22)
  }

  @Test func `without any response, the device's clock serves`() {
    let clock = clock(ahead: 7)
    #expect(clock.earliest(at: 0) == Self.base + 7)
    #expect(clock.secondsUntil(Date(timeIntervalSince1970: Self.base + 9), at: 0) == 2)
  }

  @Test func `bounds widen by the drift of clocks`() throws {
    var clock = clock()
    _ = observe(&clock, at: 10)
    let early = try width(clock, at: 11)
    let late = try width(clock, at: 1011)
    #expect(abs(late - early - 2 * 1000 * ServerClock.drift) < 1e-6)
  }
}
