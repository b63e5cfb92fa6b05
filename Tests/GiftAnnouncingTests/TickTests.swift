import GiftAnnouncing
import GiftDomain
import GiftStore
import Testing

/// One announcement round.
@Suite(.timeLimit(.minutes(5)))
struct TickTests {
  /// Two gifts that take daily turns since four days ago, less a few hours; a window of another
  /// that was open for an hour; and one that opens in half an hour.
  private static func past(_ now: Timestamp) throws -> PastCatalogue {
    PastCatalogue(
      start: try now.hours(-100), gifts: ["heart", "rose", "star", "teddy"],
      edits: [
        .init(
          rotation: "spring", at: try now.hours(-99),
          plan: try .daily(["heart", "rose"], hours: -90, from: now, stay: try Stay(12, .hour)))
      ],
      windows: [
        "star": [try Window(from: try now.hours(-60), until: try now.hours(-59))],
        "teddy": [try Window(from: try now.milliseconds(1_800_000))],
      ])
  }

  @Test func `each boundary that has passed is announced once, in order`() async throws {
    let fixture = try await RotationFixture.holding(Self.past)
    let store = fixture.store()
    let (outcome, _) = try await store.tick(nil, limit: 100)
    let announced = outcome.announced
    #expect(announced.areInOrder)
    let expected = try await fixture.expected(through: outcome.at)
    #expect(announced.map(\.announcement) == expected)
    #expect(try await fixture.announcements() == announced)
    let spring = try RotationName("spring")
    let turns = Announcement.Cause.rotation(spring, turn: 1)
    #expect(announced.map(\.announcement.event.rawValue).prefix(2) == ["went_live", "went_off"])
    #expect(
      announced.map(\.announcement.gift.text) == [
        "heart", "heart", "rose", "star", "star", "rose", "heart", "heart", "rose", "rose",
      ])
    #expect(announced.map(\.announcement.cause).prefix(2) == [turns, turns])
    #expect(announced[2].announcement.cause == .rotation(spring, turn: 2))
    #expect(announced[3].announcement.cause == .window)
    #expect(announced.allSatisfy { $0.announcedAt == outcome.at && $0.isLate })
    let lateness = try #require(announced.first).latenessMicroseconds / 1_000_000
    #expect((90 * 3_600...90 * 3_600 + 60).contains(lateness))
    // The teddy's window comes next.
    let next = try #require(outcome.next)
    let hour = try outcome.at.hours(1)
    #expect(next > outcome.at && next < hour)
    #expect(!outcome.isMoreDue)
    await store.close()
  }

  @Test func `when nothing is due nothing is announced, and the next boundary is named`()
    async throws
  {
    let fixture = try await RotationFixture.holding(Self.past)
    let store = fixture.store()
    let (first, plan) = try await store.tick(nil, limit: 100)
    for plan in [plan, nil] {
      let (outcome, _) = try await store.tick(plan, limit: 100)
      #expect(outcome.announced.isEmpty && outcome.next == first.next && !outcome.isMoreDue)
    }
    #expect(try await fixture.announcements() == first.announced)
    let empty = try await RotationFixture.migrated().store()
    let (nothing, _) = try await empty.tick(nil, limit: 100)
    #expect(nothing.announced.isEmpty && nothing.next == nil)
    await store.close()
    await empty.close()
  }

  @Test func `the events of an instant are all that was due and edited up to it`() async throws {
    let fixture = try await RotationFixture.holding(Self.past)
    let store = fixture.store(.editor)
    let (outcome, _) = try await store.tick(nil, limit: 100)
    for due in Set(outcome.announced.map(\.announcement.due)) {
      let expected = outcome.announced.filter { $0.announcement.due <= due }.reversed()
      let all = try await store.events(of: nil, by: nil, at: .instant(due), before: nil, limit: 100)
      #expect(all.announcements == Array(expected))
      #expect(all.instant == due && all.change.value == 2)
      let rose = try GiftID("rose")
      let own = try await store.events(of: rose, by: nil, at: .instant(due), before: nil, limit: 1)
      #expect(
        own.announcements == Array(expected.filter { $0.announcement.gift == rose }.prefix(1)))
    }
    for (hours, changes) in [(-101, []), (-100, [1]), (-99, [2, 1]), (1, [2, 1])]
      as [(Int64, [Int64])]
    {
      // The scene was made by a clock that was read a little earlier.
      let moment = Moment.instant(try outcome.at.hours(hours))
      let events = try await store.events(of: nil, by: nil, at: moment, before: nil, limit: 100)
      #expect(events.changes.map(\.record.number.value) == changes)
      #expect(events.announcements.isEmpty == (hours < 0))
    }
    await store.close()
  }

  @Test(arguments: [1, 2, 4, 100])
  func `a tick announces no more than its limit, and the next one goes on`(
    limit: Int
  ) async throws {
    let fixture = try await RotationFixture.holding(Self.past)
    let store = fixture.store()
    var all: [AnnouncementRecord] = []
    var plan: AnnouncementPlan?
    var isMoreDue = true
    while isMoreDue {
      let (outcome, next) = try await store.tick(plan, limit: limit)
      #expect(outcome.announced.count <= limit)
      #expect(!outcome.isMoreDue || outcome.announced.count == limit)
      all += outcome.announced
      isMoreDue = outcome.isMoreDue
      // Each other tick begins afresh, as another process would.
      plan = all.count % 2 == 0 ? next : nil
    }
    #expect(all.count == 10 && all.areInOrder)
    #expect(try await fixture.announcements() == all)
    await store.close()
  }

  @Test func `a dry run announces nothing`() async throws {
    let fixture = try await RotationFixture.holding(Self.past)
    let store = fixture.store()
    var plan: AnnouncementPlan?
    var heard: [TickOutcome] = []
    let outcome = try await Scheduler(store: store, logger: .silent)
      .announce(&plan, isDryRun: true) { heard.append($0) }
    #expect(outcome.announced.count == 10 && heard == [outcome])
    #expect(try await fixture.announcements().isEmpty)
    var again: AnnouncementPlan?
    let real = try await Scheduler(store: store, logger: .silent).announce(&again)
    #expect(real.announced.map(\.announcement) == outcome.announced.map(\.announcement))
    await store.close()
  }

  @Test func `what somebody did is not announced, what it brought about later is`() async throws {
    let fixture = try await RotationFixture.holding { now in
      let plan = try RotationPlan.daily(["heart", "rose"], hours: -40, from: now, perTurn: 2)
      let edit = try now.hours(-30)
      let rose = try GiftID("rose")
      // While the first turn ran, the rose was taken out; the next turn goes on without it.
      return PastCatalogue(
        start: try now.hours(-100), gifts: ["heart", "rose"],
        edits: [
          .init(rotation: "spring", at: try now.hours(-99), plan: plan),
          .init(
            rotation: "spring", at: edit, plan: plan.withdrawing(rose, at: edit, now: edit)),
          .init(
            rotation: "spring", at: try now.hours(-20),
            plan: try plan.withdrawing(rose, at: edit, now: edit)
              .ending(at: try now.hours(-2), now: try now.hours(-20))),
        ])
    }
    let editor = fixture.store(.editor)
    let (outcome, _) = try await editor.tick(nil, limit: 100)
    let hour: Int64 = 3_600_000_000
    let events = outcome.announced.map(\.announcement).map { announcement in
      let hours = (outcome.at.microseconds - announcement.due.microseconds) / hour
      return "\(announcement.gift) \(announcement.event.rawValue) \(hours)"
    }
    #expect(events == ["heart went_live 40", "rose went_live 40", "heart went_off 2"])
    await editor.close()
  }
}
