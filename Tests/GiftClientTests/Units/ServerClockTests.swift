import Foundation
import Testing

@testable import GiftClient

struct ServerClockTests {
  private static let base = 1_795_258_074.0

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
    var clock = ServerClock()
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
    #expect(try #require(clock.width(at: 21)) < 1.1)
  }

  @Test func `the server's time is within the bounds, whatever the moments of the requests`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var clock = ServerClock()
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

  @Test func `one response leaves a second, and four more leave less than a tenth`() throws {
    for phase in stride(from: 0.0, to: 1, by: 0.037) {
      var clock = ServerClock()
      let offset = Self.base + phase
      _ = observe(&clock, at: 10, trip: 0.01, offset: offset)
      #expect(try #require(clock.width(at: 10.01)) < 1.02)
      var uptime = 10.01
      for _ in 0..<4 {
        uptime = try #require(clock.momentToHalve(in: uptime...(uptime + 20), roll: 0.1))
        #expect(observe(&clock, at: uptime, trip: 0.01, offset: offset) == nil)
        uptime += 0.01
      }
      #expect(try #require(clock.width(at: uptime)) < 0.1)
      #expect(try #require(clock.earliest(at: uptime)) <= uptime + offset + 1e-6)
    }
  }

  @Test(arguments: [3600.0, -3600, 2.5, -2.5])
  func `bounds that contradict are dropped, and the jump is told`(jump: TimeInterval) throws {
    var clock = ServerClock()
    #expect(observe(&clock, at: 10) == nil)
    // The first response may only be old, or wrong once.
    if jump != 2.5 { #expect(observe(&clock, at: 38, offset: Self.base + jump) == nil) }
    let told = try #require(observe(&clock, at: 40, offset: Self.base + jump))
    #expect(abs(told - jump) < 1.1)
    let earliest = try #require(clock.earliest(at: 41))
    #expect(abs(earliest - (41 + Self.base + jump)) < 1.1)
  }

  @Test func `an old Date, however often a cache repeats it, moves nothing`() throws {
    var clock = ServerClock()
    #expect(observe(&clock, at: 10) == nil)
    let old = Date(timeIntervalSince1970: Self.base + 10)
    for uptime in [40.0, 40.1, 40.2, 43, 46, 46.5, 60] {
      #expect(clock.observe(date: old, age: 0, sentAt: uptime, receivedAt: uptime + 0.01) == nil)
      #expect(try #require(clock.earliest(at: uptime)) > uptime + Self.base - 1.1)
    }
  }

  @Test func `what an earlier run knew gives way to the first response`() throws {
    var clock = ServerClock()
    clock.assume(lower: Self.base + 500, upper: Self.base + 501, at: 10)
    #expect(clock.earliest(at: 12) != nil)
    #expect(observe(&clock, at: 20) == nil)
    #expect(try #require(clock.latest(at: 20)) < Self.base + 22)
  }

  @Test func `a clock that nobody has told is unknown`() {
    let clock = ServerClock()
    #expect(clock.earliest(at: 1) == nil)
    #expect(clock.secondsUntil(Date(timeIntervalSince1970: 0), at: 1) == nil)
    #expect(clock.momentToHalve(in: 1...20, roll: 0) == nil)
  }

  @Test func `bounds widen by the drift of clocks`() throws {
    var clock = ServerClock()
    _ = observe(&clock, at: 10)
    let early = try #require(clock.width(at: 11))
    let late = try #require(clock.width(at: 1011))
    #expect(abs(late - early - 2 * 1000 * ServerClock.drift) < 1e-6)
  }
}
