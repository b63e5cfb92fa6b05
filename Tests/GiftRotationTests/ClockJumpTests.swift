import GiftDomain
import GiftRotation
import GiftStore
import Postgres
import Testing

/// A database whose clock is turned forward and back: announcements go forward only.
@Suite(.timeLimit(.minutes(5)))
struct ClockJumpTests {
  private static let minutesOfAnHour: Int64 = 60
  private static let minutesOfAYear: Int64 = 525_600

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
    let clock = try await TurnedClock(of: fixture)
    let store = fixture.store()
    let scheduler = Scheduler(store: store, logger: .silent)
    var kept: AnnouncementPlan?
    var all: [AnnouncementRecord] = []
    var latest: Timestamp?
    let hour = Self.minutesOfAnHour
    let year = Self.minutesOfAYear
    for minutes in [0, hour, 0, 10, -10, hour, 2 * hour, -hour, year, year - hour, 0, year + hour] {
      try await clock.turn(minutes: minutes)
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

  @Test func `while the clock lies behind what was announced, edits are refused, not misdated`()
    async throws
  {
    let fixture = try await RotationFixture.holding(Self.past)
    let clock = try await TurnedClock(of: fixture)
    let store = fixture.store(.editor)
    try await clock.turn(minutes: Self.minutesOfAnHour)
    let announced = try await store.tick(nil, limit: 1_000).outcome.announced
    try await clock.turn(minutes: 0)
    let spring = try RotationName("spring")
    let skip = [Command.skipTurn(spring, 30, isSkipped: true)]
    let request = EditRequest(verb: .rotation, actor: try Actor("tester"))
    let error = await #expect(throws: StoreError.self) { try await store.commit(skip, request) }
    guard case .clockBehind = error else {
      Issue.record("not refused for the clock: \(String(describing: error))")
      return
    }
    try await clock.turn(minutes: Self.minutesOfAnHour)
    let outcome = try await store.commit(skip, request)
    let last = try #require(announced.last)
    #expect(outcome.change?.value == 3 && outcome.at > last.announcement.due)
    await store.close()
  }
}

/// A clock of one database's own: its function stands before that of the server.
struct TurnedClock: Sendable {
  private let fixture: RotationFixture

  /// Holds for connections that are opened from here on.
  init(of fixture: RotationFixture) async throws {
    self.fixture = fixture
    try await Self.run(
      """
      CREATE TABLE clock (minutes bigint NOT NULL);
      INSERT INTO clock VALUES (0);
      CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql SECURITY DEFINER
      AS 'SELECT pg_catalog.clock_timestamp() + minutes * interval ''1 minute'' FROM public.clock';
      DO $$ BEGIN
        EXECUTE format(
          'ALTER DATABASE %I SET search_path = public, pg_catalog', current_database());
      END $$
      """, in: fixture)
  }

  /// So many minutes before or after the server's clock from here on.
  func turn(minutes: Int64) async throws {
    try await Self.run("UPDATE public.clock SET minutes = \(minutes)", in: fixture)
  }

  private static func run(_ sql: String, in fixture: RotationFixture) async throws {
    let connection = try await fixture.connection()
    try await connection.script(sql)
    await connection.close()
  }
}
