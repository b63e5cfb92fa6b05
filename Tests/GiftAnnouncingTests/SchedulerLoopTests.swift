import GiftAnnouncing
import GiftDomain
import GiftStore
import Postgres
import Testing

/// The loop: it wakes at boundaries and after edits, and lives on when its connection does not.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct SchedulerLoopTests {
  /// A turn that began some hours ago, and nothing else for as long as the loop sleeps.
  private static func past(_ now: Timestamp) throws -> PastCatalogue {
    PastCatalogue(
      start: try now.hours(-10), gifts: ["rose", "star"],
      edits: [
        .init(
          rotation: "spring", at: try now.hours(-9),
          plan: try .daily(["rose"], hours: -6, from: now))
      ])
  }

  @Test func `a boundary is announced at its instant, although an edit brought it near`()
    async throws
  {
    let fixture = try await RotationFixture.holding(Self.past)
    try await Self.whileRunning(fixture) { listener in
      // The loop sleeps by now: the first is announced, and nothing comes for hours.
      try await fixture.awaitAnnouncements(1, listener)
      let due = try await Self.publishStar(fixture, milliseconds: 2_000, for: 500)
      let announced = try await fixture.awaitAnnouncements(3, listener)
      let star = announced.suffix(2)
      #expect(star.map(\.announcement.due) == due)
      #expect(star.map(\.announcement.event) == [.wentLive, .wentOff])
      #expect(star.allSatisfy { !$0.isLate && $0.announcement.cause == .window })
      #expect(announced.areInOrder)
    }
  }

  @Test func `a loop whose connections are killed announces what comes after`() async throws {
    let fixture = try await RotationFixture.holding(Self.past)
    try await Self.whileRunning(fixture) { listener in
      try await fixture.awaitAnnouncements(1, listener)
      let owner = try await fixture.connection()
      for round in 1...3 {
        let killed = try await owner.int(
          """
          SELECT count(pg_terminate_backend(pid)) AS value FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'scheduler' AND \(round) > 0
          """)
        #expect(killed > 0)
        _ = try await Self.publishStar(fixture, milliseconds: 1_000, for: 100)
        let announced = try await fixture.awaitAnnouncements(1 + 2 * round, listener)
        #expect(announced.areInOrder)
      }
      await owner.close()
    }
  }

  @Test func `loops side by side announce each boundary once`() async throws {
    let fixture = try await RotationFixture.holding { now in
      var past = try Self.past(now)
      // Every 50 milliseconds, the star comes or goes.
      past.windows["star"] = try stride(from: 10, to: 40, by: 1).map { (index: Int64) in
        let from = try now.milliseconds(index * 100)
        return try Window(from: from, until: try from.milliseconds(50))
      }
      return past
    }
    try await Self.whileRunning(fixture, loops: 4) { listener in
      let announced = try await fixture.awaitAnnouncements(61, listener)
      #expect(announced.count == 61 && announced.areInOrder)
      let last = try #require(announced.last)
      let expected = try await fixture.expected(through: last.announcement.due)
      #expect(announced.map(\.announcement) == expected)
    }
  }

  /// Runs `body` beside loops that are cancelled at its end, with a connection that hears of
  /// announcements.
  private static func whileRunning(
    _ fixture: RotationFixture, loops: Int = 1,
    _ body: @Sendable (Connection) async throws -> Void
  ) async throws {
    let listener = try await fixture.connection()
    try await listener.listen("gift_announcement")
    var limits = SchedulerLimits()
    limits.retry = .milliseconds(20)
    let settings = limits
    try await withThrowingTaskGroup { group in
      for _ in 0..<loops {
        group.addTask {
          let store = fixture.store(name: "scheduler")
          await Scheduler(store: store, limits: settings, logger: .silent).run()
          await store.close()
        }
      }
      defer { group.cancelAll() }
      try await body(listener)
    }
    await listener.close()
  }

  /// Publishes the star for some milliseconds from some milliseconds on, and returns both ends.
  private static func publishStar(
    _ fixture: RotationFixture, milliseconds: Int64, for length: Int64
  ) async throws -> [Timestamp] {
    let editor = fixture.store(.editor)
    let from = try await editor.clock().milliseconds(milliseconds)
    let until = try from.milliseconds(length)
    _ = try await editor.commit(
      [
        .publish(
          gift: try GiftID("star"), version: nil, from: from, until: until, replace: .nothing)
      ],
      EditRequest(verb: .publish, actor: try Actor("tester")))
    await editor.close()
    return [from, until]
  }
}

extension RotationFixture {
  /// Waits until there are so many announcements, and returns them; each wait ends with a
  /// notification, or is one of a bounded number.
  @discardableResult
  fileprivate func awaitAnnouncements(
    _ count: Int, _ listener: Connection
  ) async throws -> [AnnouncementRecord] {
    for _ in 0..<200 {
      let announced = try await announcements()
      if announced.count >= count { return announced }
      _ = try await listener.nextNotification(within: .seconds(1))
    }
    throw LoopFailure.nothingAnnounced(of: count)
  }
}

private enum LoopFailure: Error {
  case nothingAnnounced(of: Int)
}
