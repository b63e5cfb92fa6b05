import GiftAnnouncing
import GiftDomain
import GiftStore
import StoreSupport
import Support
import Testing

/// A database whose clock is turned forward and back: announcements go forward only.
@Suite(.timeLimit(.minutes(5)))
struct ClockJumpTests {
  private static let minute: Int64 = 60
  private static let hour: Int64 = 3_600
  private static let year: Int64 = 31_536_000

  /// Two gifts that take daily turns, and a star that comes and goes every ten minutes for days.
  private static func past(_ now: Timestamp) throws -> PastCatalogue {
    var past = PastCatalogue(
      start: try now.hours(-20), gifts: ["heart", "rose", "star"],
      edits: [
        .init(
          rotation: "spring", at: try now.hours(-19),
          plan: try .daily(["heart", "rose"], hours: -10, from: now))
      ])
    past.windows["star"] = try stride(from: -60, to: 2_880, by: 20).map { (minute: Int64) in
      let from = try now.milliseconds(minute * 60_000)
      return try Window(from: from, until: try from.milliseconds(600_000))
    }
    return past
  }

  @Test func `however the clock jumps, each boundary is announced once, in order, never early`()
    async throws
  {
    let fixture = try await RotationFixture.holding(Self.past)
    let clock = try await SettableClock(of: fixture.conninfo, in: TestCluster.shared())
    let store = fixture.store()
    let scheduler = Scheduler(store: store, logger: .silent)
    var kept: AnnouncementPlan?
    var all: [AnnouncementRecord] = []
    var latest: Timestamp?
    let (minute, hour, year) = (Self.minute, Self.hour, Self.year)
    for seconds in [
      0, hour, 0, 10 * minute, -10 * minute, hour, 2 * hour, -hour, year, year - hour, 0,
      year + hour,
    ] {
      try await clock.go(ahead: seconds)
      // One that goes on from its plan, and one that was just started.
      var plans = [kept, nil]
      for index in plans.indices {
        let last = try await scheduler.announce(&plans[index]) { outcome in
          #expect(outcome.announced.allSatisfy { $0.announcement.due <= outcome.at })
          all += outcome.announced
        }
        let at = max(latest ?? last.at, last.at)
        latest = at
        // Whoever looks on from here finds nothing left.
        let expected = try await fixture.expected(through: at)
        #expect(all.map(\.announcement).prefix(expected.count) == expected[...])
      }
      kept = plans[0]
    }
    #expect(all.map(\.number) == Array(1...Int64(all.count)))
    #expect(all.map(\.announcement) == (try await fixture.expected(through: #require(latest))))
    #expect(try await fixture.announcements() == all)
    await store.close()
  }

  @Test func `what a clock that was ahead announced is overruled in time by edits before it`()
    async throws
  {
    let fixture = try await RotationFixture.holding(Self.past)
    let clock = try await SettableClock(of: fixture.conninfo, in: TestCluster.shared())
    let store = fixture.store(.editor)
    try await clock.go(ahead: Self.hour)
    let (first, plan) = try await store.tick(nil, limit: 1_000)
    try await clock.go(ahead: 0)
    let retire = Command.retire(gift: try GiftID("star"), at: nil)
    let edit = try await store.commit(
      [retire], EditRequest(verb: .retire, actor: try Actor("tester")))
    let early = first.announced.filter { $0.announcement.due > edit.at }
    #expect(early.count == 6)
    let (second, later) = try await store.tick(plan, limit: 1_000)
    #expect(second.announced.isEmpty && second.next == early.first?.announcement.due)
    try await clock.go(ahead: Self.hour)
    let (third, _) = try await store.tick(later, limit: 1_000)
    let overruled = third.announced.prefix(6).map(\.announcement)
    #expect(overruled.allSatisfy { $0.event == .overruled })
    #expect(overruled.map(\.place) == early.map(\.announcement.place))
    let holding = try await fixture.announcements()
    let expected = try await fixture.expected(through: third.at)
    #expect(holding.map(\.announcement) == expected)
    // Whoever begins afresh finds nothing more to say.
    #expect(try await store.tick(nil, limit: 1_000).outcome.announced.isEmpty)
    let archive = try await store.archive()
    try archive.validate()
    await store.close()
  }
}
