import Foundation
import GiftDomain
import GiftStore
import Postgres
import Support
import Testing

/// Many processes that are killed at random: each boundary is announced exactly once.
///
/// `SCHEDULERS_FOR=60` in the environment runs them for a minute over five times as many
/// boundaries.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ManySchedulersTests {
  private static let schedulers = 8
  /// The most announcements of one transaction.
  private static let batch = 1_000
  private static let rotations: Int64 = 10
  /// How many gifts of a rotation go at each boundary, and how many others come.
  private static let perTurn: Int64 = 25

  @Test func `schedulers that are killed at random announce each boundary once, in order`()
    async throws
  {
    let wanted = ProcessInfo.processInfo.environment["SCHEDULERS_FOR"].flatMap { Int64($0) }
    let seconds = wanted ?? 5
    let days: Int64 = wanted == nil ? 4 : 20
    let fixture = try await RotationFixture.holding { now in
      try Self.past(now, days: days, seconds: seconds)
    }
    let ends = try await Self.killSchedulers(fixture, for: .seconds(seconds))
    #expect(ends.filter { $0 == .signalled(9) }.count > Self.schedulers)
    let strange = ends.filter { $0 != .signalled(9) && $0 != .exited(0) }
    #expect(strange.isEmpty)
    // The last one is let live.
    let giftctl = try Places.builtProduct("giftctl")
    let last = try await runProcess(
      giftctl, ["rotation", "tick"], environment: ["GIFT_DATABASE": fixture.conninfo])
    #expect(last.status == .exited(0))
    let announced = try await fixture.announcements()
    let end = try #require(announced.last)
    #expect(announced.areInOrder)
    let expected = try await fixture.expected(through: end.announcement.due)
    #expect(announced.map(\.announcement) == expected)
    // At the first boundary gifts come, at the others as many go, too; and the star came and went.
    let star = announced.count { $0.announcement.gift.text == "star" }
    #expect(announced.count - star == Int(Self.rotations * Self.perTurn * (2 * days - 1)))
    #expect(star == Int(seconds) * 10)
    let rounds = Dictionary(grouping: announced, by: \.announcedAt).values.map(\.count)
    #expect(rounds.allSatisfy { $0 <= Self.batch } && rounds.count > announced.count / Self.batch)
  }

  /// Ten rotations whose turns have begun each day, and a star that comes and goes ten times a
  /// second while the schedulers run.
  private static func past(
    _ now: Timestamp, days: Int64, seconds: Int64
  ) throws -> PastCatalogue {
    let lineups = (0..<rotations).map { rotation in
      (0..<perTurn * 2).map { "gift-\(rotation)-\($0)" }
    }
    let first = -24 * days + 12
    var past = PastCatalogue(
      start: try now.hours(first - 3), gifts: lineups.flatMap(\.self) + ["star"])
    for (index, lineup) in lineups.enumerated() {
      past.edits.append(
        .init(
          rotation: "rotation-\(index)", at: try now.hours(first - 2),
          plan: try .daily(lineup, hours: first, from: now, perTurn: Int(perTurn))))
    }
    past.windows["star"] = try (0..<seconds * 5).map { index in
      let from = try now.milliseconds(index * 200)
      return try Window(from: from, until: try from.milliseconds(100))
    }
    return past
  }

  /// How every process ended that was started in a time.
  private static func killSchedulers(
    _ fixture: RotationFixture, for duration: Duration
  ) async throws -> [ProcessStatus] {
    let giftctl = try Places.builtProduct("giftctl")
    let end = ContinuousClock.now.advanced(by: duration)
    return try await withThrowingTaskGroup { group in
      for _ in 0..<schedulers {
        group.addTask {
          var ends: [ProcessStatus] = []
          // On a busy machine, until each has killed two at least.
          while ContinuousClock.now < end || ends.count(where: { $0 == .signalled(9) }) < 2 {
            let outcome = try await runProcess(
              giftctl, ["rotation", "tick"], environment: ["GIFT_DATABASE": fixture.conninfo],
              killedAfter: randomLife())
            ends.append(outcome.status)
          }
          return ends
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// From 10 milliseconds to 2.5 seconds, and as often short as long: whether the machine is busy
  /// or not, some are killed before they begin, some at work, and some live.
  private static func randomLife() -> Duration {
    .milliseconds(Int64.random(in: 10...20) << Int64.random(in: 0...7))
  }
}
