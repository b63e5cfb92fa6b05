import GiftDomain
import GiftSQL
import Postgres
import Testing

@testable import GiftStore

/// A plan is read as it was written.
@Suite(.timeLimit(.minutes(5)))
struct RotationRowTests {
  private static let gifts = ["heart", "rose", "star", "teddy", "tulip"]

  @Test func `every field of a plan is read as it was written`() async throws {
    let store = try await StoreFixture.migrated().store()
    try await store.add(Self.gifts)
    try await store.edit(.add(77), of: try GiftID("star"))
    let zone = try #require(try await store.zone(london))
    var written: [RotationPlan] = []
    for plan in try Self.plans(in: zone) {
      try await store.write(plan, after: written.last)
      written.append(plan)
      let rotation = try #require(try await store.rotations().rotations.first)
      #expect(rotation.revisions.map(\.plan) == written)
    }
    #expect(try await store.view(at: .now).rotations.first?.revisions.map(\.plan) == written)
    // The plans of others do not get among them.
    try await store.write(try .weekly([], in: zone), as: "summer")
    let names = try await store.rotations().rotations.map(\.name.text)
    #expect(names == ["spring", "summer"])
    await store.close()
  }

  @Test func `the largest plan there can be is read as it was written`() async throws {
    let store = try await StoreFixture.migrated().store()
    let gifts = (1...Lineup.maxPlaces).map { "gift-\($0)" }
    try await store.add(gifts)
    let utc = try #require(try await store.zone("UTC"))
    var special: [Int64: TurnOverride] = [:]
    let guests = try lineupPlaces(gifts)
    for turn in 1...Int64(RotationPlan.maxOverrides) {
      special[turn] = TurnOverride(
        isSkipped: turn % 2 == 0, movedTo: try LocalTime(seconds: turn * 86_400),
        swaps: [guests[Int(turn) % 7].gift: guests[Int(turn) % 11]])
    }
    let plan = RotationPlan(
      zone: utc, anchor: try LocalTime("2050-01-01 00:00"), anchorTurn: 1,
      cadence: try Cadence(1, .day), stay: nil,
      lineup: try Lineup(guests, perTurn: Lineup.maxPlaces), position: 0, lastTurn: nil,
      until: nil, firstTurn: 1, overrides: special, withdrawals: [:], carried: nil)
    try await store.write(plan)
    #expect(try await store.plan(of: "spring") == plan)
    await store.close()
  }

  @Test(arguments: [
    "cadence_count = 0", "cadence_unit = 'year'", "stay_count = 0, stay_unit = 'day'",
    "stay_unit = 'day'", "per_turn = 0", "anchor_turn = 0", "first_turn = 0",
    "lineup_version = '{}'", "moved_turn = '{1}'", "swap_turn = '{1}'",
    "withdrawn_gift = '{rose}'", "carried_turn = 1", "carried_gift = '{rose}'",
  ])
  func `half a plan is no row`(assignment: String) async throws {
    let fixture = try await StoreFixture.migrated()
    let store = fixture.store()
    try await store.add(["rose"])
    let utc = try #require(try await store.zone("UTC"))
    try await store.plan(try .weekly(["rose"], in: utc))
    let error = await #expect(throws: PostgresError.self) {
      try await fixture.script("UPDATE rotation_plan SET \(assignment)")
    }
    guard case .server("23514", .some, _, _) = error else {
      Issue.record("no constraint holds: \(String(describing: error))")
      return
    }
    await store.close()
  }

  @Test func `a plan keeps the rules of its zone, whatever the server knows of it`() async throws {
    let store = try await StoreFixture.migrated().store()
    try await store.add(["rose"])
    #expect(try await store.zone("Nowhere/Land") == nil)
    let nowhere = ZoneRules(
      name: "Nowhere/Land", firstOffsetSeconds: 3_600,
      transitions: [ZoneRules.Transition(at: 4_000_000_000, offsetSeconds: -86_399)])
    let plan = try RotationPlan.weekly(["rose"], in: nowhere)
    try await store.plan(plan)
    #expect(try await store.plan(of: "spring") == plan)
    #expect(try await store.view(at: .now).rotations.map(\.plan) == [plan])
    await store.close()
  }

  /// Plans that differ in every field, with the ends of every range.
  private static func plans(in zone: ZoneRules) throws -> [RotationPlan] {
    let all = try lineupPlaces(gifts)
    let (heart, rose, star, teddy) = (all[0], all[1], all[2], all[3])
    let overrides: [Int64: TurnOverride] = [
      7: TurnOverride(isSkipped: true), 8: TurnOverride(movedTo: try LocalTime("2050-02-01 01:30")),
      9: TurnOverride(swaps: [heart.gift: star, rose.gift: teddy]),
      10: TurnOverride(
        isSkipped: true, movedTo: try LocalTime("2050-03-01 00:00:59"), swaps: [star.gift: rose]),
    ]
    let latest = try Timestamp(microseconds: Timestamp.range.upperBound)
    let earliest = try Timestamp(microseconds: Timestamp.range.lowerBound)
    return [
      RotationPlan(
        zone: zone, anchor: try LocalTime("2050-01-03 10:00:07"), anchorTurn: 6,
        cadence: try Cadence(3_660, .month), stay: try Stay(3_660, .hour),
        lineup: try Lineup([teddy, heart, rose], perTurn: 2), position: 2, lastTurn: 1_000_000,
        until: try .at("2060-01-01T00:00:00.000001Z"), firstTurn: 7, overrides: overrides,
        withdrawals: [heart.gift: try .at("2050-02-03T04:05:06.789012Z"), star.gift: latest],
        carried: CarriedTurn(
          number: 6, from: try .at("2026-01-01T00:00:00.000003Z"), until: latest,
          places: [LineupPlace(gift: star.gift, version: try VersionNumber(2)), heart])),
      RotationPlan(
        zone: zone, anchor: try LocalTime("0001-01-01 00:00"), anchorTurn: 1,
        cadence: try Cadence(1, .day), stay: try Stay(1, .week),
        lineup: try Lineup([], perTurn: 1), position: 0, lastTurn: nil, until: earliest,
        firstTurn: 1, overrides: [:], withdrawals: [rose.gift: earliest],
        carried: CarriedTurn(number: 1, from: earliest, until: nil, places: [])),
      RotationPlan(
        zone: zone, anchor: try LocalTime("9998-12-31 23:59:59"), anchorTurn: 1_000_000,
        cadence: try Cadence(2, .week), stay: try Stay(2, .day),
        lineup: try Lineup(all.reversed(), perTurn: 500), position: 4, lastTurn: 1, until: nil,
        firstTurn: 1_000_000,
        overrides: [1: TurnOverride(movedTo: try LocalTime("1969-12-31 23:59:59"))],
        withdrawals: [:], carried: nil),
      try .weekly(["tulip"], in: zone),
    ]
  }
}

extension GiftStore {
  /// Writes a plan as it is, whatever a command would make of it; `earlier` is the one before it.
  fileprivate func write(
    _ plan: RotationPlan, as text: String = "spring", after earlier: RotationPlan? = nil
  ) async throws {
    let name = try RotationName(text)
    let actor = try Actor("tester")
    try await transaction(.readWrite, deadline: limits.editDeadline) { session in
      let head = try session.lockHead()
      let (change, now) = (head.last.number.next, head.now)
      let record = ChangeRecord(
        number: change, at: now, actor: actor, login: head.login, reason: nil, verb: .rotation,
        altersCatalogue: true)
      let rotation = Rotation(name: name, plan: plan, since: change, at: now)
      let wanted = rotation.plan.gifts.filter { rotation.brings($0, from: now) }
      let bound = try session.rows(SQL.rotationGiftStanding) { row in
        (gift: try row.gift("gift"), rotation: try row.rotationName("rotation"))
      }.filter { $0.rotation == name }.map(\.gift)
      let (new, freed) = (wanted.subtracting(bound), Set(bound).subtracting(wanted))
      let form = try CanonicalDifference(
        [
          try earlier.map {
            try CanonicalRow(.superseded, $0, of: name, zone: $0.zone.digest, now: now)
          } ?? CanonicalRow(rotation: name, now: now),
          try CanonicalRow(.added, plan, of: name, zone: plan.zone.digest, now: now),
        ] + new.map { CanonicalRow(.added, binding: $0, to: name, now: now) }
          + freed.map { CanonicalRow(.superseded, binding: $0, to: name, now: now) })
      let bindings = new.map { ($0, Recorded(name, since: change, until: ChangeNumber?.none)) }
      try session.run(
        [Call(inserting: record, of: "[]", doing: form.digest, after: head)]
          + Call.inserting([(rotation.plan, of: name, change: change)])
          + [
            Call(SQL.rotationGiftSupersede, [.textArray(freed.map(\.text)), .change(change)]),
            Call(binding: bindings),
          ])
    }
  }
}
