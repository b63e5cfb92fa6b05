import GiftAnnouncing
import GiftDomain
import GiftStore
import Testing

/// A scheduler that was dead for long.
@Suite(.timeLimit(.minutes(5)))
struct CatchUpTests {
  private static let batch = 100

  /// Daily turns for so many days, of two gifts that come and go.
  private static func past(_ days: Int64, _ now: Timestamp) throws -> PastCatalogue {
    let first = -24 * days + 6
    return PastCatalogue(
      start: try now.hours(first - 3), gifts: ["heart", "rose"],
      edits: [
        .init(
          rotation: "spring", at: try now.hours(first - 2),
          plan: try .daily(["heart", "rose"], hours: first, from: now))
      ])
  }

  @Test(arguments: [365, 1_200] as [Int64])
  func `after a pause all is announced in order, in bounded transactions`(
    days: Int64
  ) async throws {
    let fixture = try await RotationFixture.holding { try Self.past(days, $0) }
    let store = fixture.store()
    var limits = SchedulerLimits()
    limits.batch = Self.batch
    var rounds: [TickOutcome] = []
    var plan: AnnouncementPlan?
    let last = try await Scheduler(store: store, limits: limits, logger: .silent)
      .announce(&plan) { rounds.append($0) }
    #expect(!last.isMoreDue && last == rounds.last)
    let sizes = rounds.map(\.announced.count)
    #expect(sizes.allSatisfy { $0 <= Self.batch } && sizes.count > Int(days) * 2 / Self.batch)
    let all = rounds.flatMap(\.announced)
    // Each day but the first one goes and one comes.
    #expect(all.count == Int(days) * 2 - 1)
    let expected = try await fixture.expected(through: last.at)
    #expect(all.areInOrder && all.map(\.announcement) == expected)
    #expect(try await fixture.announcements() == all)
    let day: Int64 = 86_400_000_000
    #expect(all.first?.latenessMicroseconds ?? 0 > (days - 1) * day)
    #expect(all.filter(\.isLate).count == all.count)
    await store.close()
  }

  @Test func `the catalogue was right all along`() async throws {
    let fixture = try await RotationFixture.holding { try Self.past(365, $0) }
    let store = fixture.store(.editor)
    let now = try await store.clock()
    let turns = try [364, 200, 17, 1, 0].map { days in try now.hours(-24 * Int64(days)) }
    var before: [[String]] = []
    for turn in turns {
      before.append(try await store.view(at: .instant(turn)).catalogue.items.map(\.gift.text))
    }
    #expect(before.allSatisfy { $0.count == 1 } && Set(before).count == 2)
    let scheduler = fixture.store()
    var plan: AnnouncementPlan?
    _ = try await Scheduler(store: scheduler, logger: .silent).announce(&plan)
    for (turn, expected) in zip(turns, before) {
      let items = try await store.view(at: .instant(turn)).catalogue.items
      #expect(items.map(\.gift.text) == expected)
    }
    await store.close()
    await scheduler.close()
  }

  @Test func `an edit between two batches changes what comes, and nothing that was`() async throws {
    let fixture = try await RotationFixture.holding { try Self.past(100, $0) }
    let store = fixture.store()
    let editor = fixture.store(.editor)
    let (first, plan) = try await store.tick(nil, limit: 60)
    #expect(first.isMoreDue)
    let spring = try RotationName("spring")
    _ = try await editor.commit(
      [.endRotation(rotation: spring, at: nil)],
      EditRequest(verb: .rotation, actor: try Actor("tester")))
    let (second, _) = try await store.tick(plan, limit: 1_000)
    let all = first.announced + second.announced
    #expect(all.count == 199 && all.areInOrder && second.next == nil)
    let expected = try await fixture.expected(through: second.at)
    #expect(all.map(\.announcement) == expected)
    await store.close()
    await editor.close()
  }
}
