import Foundation
import Testing

@testable import GiftKit

struct PollScheduleTests {
  private static let base = 1_795_258_074.0

  private func schedule() -> PollSchedule {
    PollSchedule(random: { Double.random(in: $0) }, pace: 1)
  }

  /// A clock whose bounds are half a second to either side.
  private func clock() -> ServerClock {
    var clock = ServerClock(device: Date(timeIntervalSince1970: Self.base), at: 0)
    _ = clock.observe(
      date: Date(timeIntervalSince1970: Self.base), age: 0, sentAt: 0, receivedAt: 0)
    return clock
  }

  private func held(_ change: Int = 1, until: TimeInterval? = nil) throws -> HeldCatalogue {
    try HeldCatalogue(
      token: try #require(CatalogueToken(token(change))), asOf: Date(timeIntervalSince1970: 0),
      until: until.map { Date(timeIntervalSince1970: Self.base + $0) }, gifts: [])
  }

  @Test func `the first request is due at once, the next after half a minute`() throws {
    for _ in 0..<100 {
      var schedule = schedule()
      #expect(schedule.due(at: 5, clock: clock()) <= 5)
      schedule.requestSucceeded(
        at: 10, maxAge: 10, isListening: false, held: try held(), clock: clock())
      #expect((37...43).contains(schedule.due(at: 10, clock: clock())))
    }
  }

  @Test func `Retry-After is waited for, and then each client its own time`() {
    var dues: [TimeInterval] = []
    for _ in 0..<200 {
      var schedule = schedule()
      schedule.requestFailed(at: 10, retryAfter: 20)
      dues.append(schedule.due(at: 10, clock: clock()))
    }
    #expect(dues.allSatisfy { (30...40).contains($0) })
    #expect(dues.count { $0 < 35 } < 150 && dues.count { $0 > 35 } < 150)
  }

  @Test func `max-age and Retry-After are waited for`() throws {
    var schedule = schedule()
    schedule.requestSucceeded(
      at: 10, maxAge: 100, isListening: false, held: try held(), clock: clock())
    #expect(schedule.due(at: 10, clock: clock()) == 110)
    schedule.requestFailed(at: 10, retryAfter: 200)
    let due = schedule.due(at: 10, clock: clock())
    #expect(due >= 210)
    let told = try #require(CatalogueToken(token(9)))
    schedule.hear(told, at: 11)
    #expect(schedule.due(at: 11, clock: clock()) == due)
  }

  @Test func `failures are further apart each time, and never more than a minute and a half`() {
    var schedule = schedule()
    for number in 1...50 {
      schedule.requestFailed(at: 0, retryAfter: nil)
      let expected = min(pow(2, Double(number - 1)), 60)
      let due = schedule.due(at: 0, clock: clock())
      #expect((expected * 0.5...expected * 1.5).contains(due))
    }
  }

  @Test func `a boundary is asked about within two seconds after it, and never before`() throws {
    var moments: [TimeInterval] = []
    for _ in 0..<200 {
      var schedule = schedule()
      schedule.requestSucceeded(
        at: 1, maxAge: 0, isListening: false, held: try held(until: 8), clock: clock())
      let due = schedule.due(at: 1, clock: clock())
      moments.append(due)
      #expect(due >= 8)
      #expect(due <= 10.1)
    }
    #expect(try #require(moments.max()) - (try #require(moments.min())) > 1.5)
  }

  @Test func `boundaries in the past, each another one, do not make a client ask without pause`()
    throws
  {
    var schedule = schedule()
    var uptime = 100.0
    for request in 1...200 {
      uptime = max(uptime, schedule.due(at: uptime, clock: clock()))
      _ = schedule.requestStarts(at: uptime, clock: clock())
      schedule.requestSucceeded(
        at: uptime, maxAge: 10, isListening: false,
        held: try held(request, until: Double(request) / 10), clock: clock())
    }
    // Three repeats, and then half a minute each.
    #expect(uptime > 190 * 27)
  }

  @Test func `a server that asks for no requests is left alone, and others are not`() {
    var schedule = schedule()
    #expect(schedule.heldBack(at: 5) == nil)
    schedule.requestFailed(at: 10, retryAfter: nil)
    #expect(schedule.heldBack(at: 10) == nil)
    schedule.requestFailed(at: 20, retryAfter: 30)
    #expect(schedule.heldBack(at: 25) == 25)
    #expect(schedule.heldBack(at: 50) == nil)
  }

  @Test func `a boundary that servers have not reached is asked about three times`() throws {
    var schedule = schedule()
    let held = try held(until: 8)
    schedule.requestSucceeded(at: 1, maxAge: 0, isListening: false, held: held, clock: clock())
    var uptime = 1.0
    for _ in 0..<3 {
      #expect(schedule.due(at: uptime, clock: clock()) - uptime < 10)
      // The bounds of the server's time widen meanwhile.
      while schedule.due(at: uptime, clock: clock()) > uptime {
        uptime = schedule.due(at: uptime, clock: clock())
      }
      #expect(schedule.requestStarts(at: uptime, clock: clock()) == nil)
      schedule.requestSucceeded(
        at: uptime, maxAge: 0, isListening: false, held: held, clock: clock())
    }
    #expect(schedule.due(at: uptime, clock: clock()) - uptime > 20)
  }

  @Test func `a token is asked for within two seconds, by name, until it is there`() throws {
    var schedule = schedule()
    schedule.requestSucceeded(at: 1, maxAge: 0, isListening: true, held: try held(), clock: clock())
    #expect(schedule.due(at: 1, clock: clock()) > 100)
    let told = try #require(CatalogueToken(token(2)))
    schedule.hear(told, at: 50)
    let due = schedule.due(at: 50, clock: clock())
    #expect((50...52).contains(due))
    #expect(schedule.requestStarts(at: 50 - 1, clock: clock()) == nil)
    #expect(schedule.requestStarts(at: due, clock: clock()) == told)
    schedule.requestSucceeded(
      at: due, maxAge: 0, isListening: true, held: try held(), clock: clock())
    let again = schedule.due(at: due, clock: clock())
    #expect((due + 1...due + 3).contains(again))
    #expect(schedule.requestStarts(at: again, clock: clock()) == told)
    schedule.requestSucceeded(
      at: again, maxAge: 0, isListening: true, held: try held(2), clock: clock())
    #expect(schedule.due(at: again, clock: clock()) - again > 100)
  }

  @Test func `events in quick succession are one request, for the last of them`() throws {
    var schedule = schedule()
    schedule.requestSucceeded(at: 1, maxAge: 0, isListening: true, held: try held(), clock: clock())
    for number in 2...9 {
      schedule.hear(try #require(CatalogueToken(token(number))), at: 50 + Double(number) / 100)
    }
    #expect(schedule.due(at: 50.1, clock: clock()) <= 52.02)
    #expect(schedule.requestStarts(at: 53, clock: clock()) == CatalogueToken(token(9)))
  }
}
