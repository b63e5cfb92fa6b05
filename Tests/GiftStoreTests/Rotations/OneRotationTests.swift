import GiftDomain
import GiftStore
import Postgres
import StoreSupport
import Testing

/// A gift is in one rotation at a time.
@Suite(.timeLimit(.minutes(5)))
struct OneRotationTests {
  /// Opens a rotation again, far ahead, with version 1 of gifts.
  private static func lineup(_ gifts: [String]) throws -> RotationPatch {
    var patch = RotationPatch()
    patch.first = try LocalTime("2050-01-10 10:00")
    patch.lastTurn = .unset
    patch.until = .unset
    patch.lineup = try lineupPlaces(gifts).map(\.spec)
    return patch
  }

  @Test func `a gift that another rotation brings is refused, and nothing is stored`() async throws
  {
    let store = try await StoreFixture.migrated().store()
    try await store.add(["heart", "rose", "star"])
    let zone = try #require(try await store.zone(london))
    try await store.plan(try .weekly(["rose"], in: zone))
    let summer = try RotationPlan.weekly(["heart"], in: zone)
    try await store.plan(summer, as: "summer")
    let before = try await store.archive()
    let rose = try GiftID("rose")
    let heart = try GiftID("heart")
    let taken = StoreError.rejected(.giftInRotation(rose, try RotationName("spring")))
    await #expect(throws: taken) {
      try await store.plan(try .weekly(["star", "rose"], in: zone), as: "autumn")
    }
    let guest = try lineupPlaces(["rose"])[0]
    await #expect(throws: taken) {
      try await store.change(.swap(heart, in: 4, for: guest), of: "summer")
    }
    #expect(try await store.archive() == before)
    await store.close()
  }

  @Test func `a gift that left a lineup or a rotation that ended is free`() async throws {
    let store = try await StoreFixture.migrated().store()
    try await store.add(["heart", "rose"])
    let zone = try #require(try await store.zone(london))
    try await store.plan(try .weekly(["heart", "rose"], in: zone))
    try await store.change(.edit(try Self.lineup(["heart"])))
    try await store.plan(try .weekly(["rose"], in: zone), as: "summer")
    try await store.change(.end())
    try await store.change(.end(), of: "summer")
    try await store.plan(try .weekly(["heart", "rose"], in: zone), as: "autumn")
    // What ended does not get them back while another has them.
    let taken = Rejection.giftInRotation(try GiftID("heart"), try RotationName("autumn"))
    await #expect(throws: StoreError.rejected(taken)) {
      try await store.change(.edit(try Self.lineup(["heart"])))
    }
    await store.close()
  }

  @Test func `a gift of a rotation that has run out is free`() async throws {
    let (store, _) = try await StoreFixture.store { now, utc in
      PastCatalogue(
        start: try now.hours(-100), gifts: ["heart", "rose"],
        edits: [
          .init(
            rotation: "spring", at: try now.hours(-99),
            plan: try .daily(["rose", "heart"], hours: -90, from: now, in: utc, lastTurn: 2))
        ])
    }
    let zone = try #require(try await store.zone(london))
    try await store.plan(try .weekly(["rose"], in: zone), as: "summer")
    let binding = try await store.archive().bindings.filter { $0.gift.text == "rose" }
    #expect(binding.map(\.row.value.text) == ["spring", "summer"])
    #expect(binding.map(\.row.until) == [try .number(3), nil])
    // It may not come back with the gift.
    let taken = Rejection.giftInRotation(try GiftID("rose"), try RotationName("summer"))
    await #expect(throws: StoreError.rejected(taken)) {
      try await store.change(.edit(try Self.lineup(["heart", "rose"])))
    }
    try await store.change(.edit(try Self.lineup(["heart"])))
    await store.close()
  }

  @Test func `a rotation can be edited after one of its gifts was retired and found another`()
    async throws
  {
    let (store, _) = try await StoreFixture.store { now, utc in
      let plan = try RotationPlan.daily(["heart", "rose"], hours: 24, from: now, in: utc)
      let retired = plan.withdrawing(
        try GiftID("rose"), at: try now.hours(-1), now: try now.hours(-50))
      #expect(retired.withdrawals.count == 1)
      return PastCatalogue(
        start: try now.hours(-100), gifts: ["heart", "rose"],
        edits: [
          .init(rotation: "spring", at: try now.hours(-99), plan: plan),
          .init(rotation: "spring", at: try now.hours(-50), plan: retired),
        ])
    }
    let zone = try #require(try await store.zone(london))
    try await store.plan(try .weekly(["rose"], in: zone), as: "summer")
    let outcome = try await store.change(.skip(2))
    #expect(outcome.change?.value == 5)
    await store.close()
  }

  @Test func `not even raw SQL puts a gift into two rotations`() async throws {
    let fixture = try await StoreFixture.migrated()
    let store = fixture.store()
    try await store.add(["rose"])
    let zone = try #require(try await store.zone(london))
    try await store.plan(try .weekly(["rose"], in: zone))
    try await store.plan(try .weekly([], in: zone), as: "summer")
    let error = await #expect(throws: PostgresError.self) {
      try await fixture.script("INSERT INTO rotation_gift VALUES ('rose', 'summer', 3)")
    }
    guard case .server("23505", "rotation_gift_is_in_one_rotation", _, _) = error else {
      Issue.record("another constraint holds: \(String(describing: error))")
      return
    }
    await store.close()
  }
}
