import GiftDomain
import GiftStore
import Testing

/// Retiring a gift takes it out of the turns that run and come.
@Suite(.timeLimit(.minutes(5)))
struct RotationRetireTests {
  /// Two of three gifts a day.
  ///
  /// The heart and the rose have been on for six hours, the star and the heart come next. Only the
  /// rose has a base.
  private func scene() async throws -> (store: GiftStore, now: Timestamp) {
    try await StoreFixture.store { now, utc in
      PastCatalogue(
        start: try now.hours(-10), gifts: ["heart", "rose", "star", "teddy"],
        edits: [
          .init(
            rotation: "spring", at: try now.hours(-9),
            plan: try .daily(
              ["heart", "rose", "star"], hours: -6, from: now, in: utc, perTurn: 2))
        ], bases: ["rose": try now.hours(-10)])
    }
  }

  @Test(arguments: ["rose", "heart"])
  func `a retired gift leaves the turn that runs and all that come, in one change`(
    gift: String
  ) async throws {
    let (store, now) = try await scene()
    #expect(try await store.live(at: now) == ["heart", "rose"])
    let outcome = try await store.retire(gift)
    let others = ["heart", "rose"].filter { $0 != gift }
    #expect(outcome.change?.value == 3)
    #expect(outcome.difference.rotations.map(\.after.name.text) == ["spring"])
    #expect(outcome.difference.rotations.map(\.before?.revisions.count) == [1])
    #expect(outcome.difference.rotations.map(\.after.revisions.last?.since) == [try .number(3)])
    #expect(outcome.difference.gifts.map(\.after.gift.text) == (gift == "rose" ? ["rose"] : []))
    // What the gift is afterwards is told without the turn that it has left.
    #expect(outcome.difference.gifts.allSatisfy { $0.after.rotation.entry(at: outcome.at) == nil })
    #expect(try await store.live(at: outcome.at) == others)
    for day in 0..<6 {
      let live = try await store.live(at: try outcome.at.hours(Int64(24 * day + 20)))
      #expect(!live.contains(gift) && live.count <= 2)
    }
    #expect(try await store.live(at: now) == ["heart", "rose"])
    #expect(try await store.allChanges().last?.record.altersCatalogue == true)
    // It is free, and retiring it again is nothing to do.
    #expect(try await store.retire(gift).change == nil)
    let zone = try #require(try await store.zone(london))
    try await store.plan(try .weekly([gift], in: zone), as: "summer")
    await store.close()
  }

  @Test func `reading what was edited gives what reading everything does`() async throws {
    let (store, _) = try await scene()
    var view = try await store.followed(nil)
    #expect(try await store.followed(view) == view)
    _ = try await store.retire("heart")
    view = try await store.followed(view)
    try await store.add(["tulip", "crown"])
    let zone = try #require(try await store.zone(london))
    try await store.plan(try .weekly(["heart", "tulip"], in: zone), as: "summer")
    view = try await store.followed(view)
    try await store.change(.skip(2), of: "summer")
    _ = try await store.retire("rose")
    view = try await store.followed(view)
    #expect(view.view.rotations.map(\.name.text) == ["spring", "summer"])
    let many = (0...StoreLimits.giftsAtOnce).map { "gift-\($0)" }
    try await store.add(many)
    for id in many { try await store.edit(.publish(), of: try GiftID(id)) }
    view = try await store.followed(view)
    #expect(view.view.states.count > StoreLimits.giftsAtOnce)
    await store.close()
  }

  @Test func `a gift that is retired later is shown until then`() async throws {
    let (store, now) = try await scene()
    let end = try now.hours(3)
    let outcome = try await store.retire("rose", at: end)
    #expect(outcome.change?.value == 3 && outcome.difference.rotations.count == 1)
    #expect(try await store.live(at: outcome.at) == ["heart", "rose"])
    #expect(try await store.live(at: try end.advanced(byMicroseconds: -1)) == ["heart", "rose"])
    #expect(try await store.live(at: end) == ["heart"])
    for day in 1..<6 {
      #expect(try await !store.live(at: try now.hours(Int64(24 * day))).contains("rose"))
    }
    #expect(try await store.retire("rose", at: end).change == nil)
    // Until then it is the rotation's.
    let zone = try #require(try await store.zone(london))
    let taken = Rejection.giftInRotation(try GiftID("rose"), try RotationName("spring"))
    await #expect(throws: StoreError.rejected(taken)) {
      try await store.plan(try .weekly(["rose"], in: zone), as: "summer")
    }
    // Sooner is sooner.
    let sooner = try await store.retire("rose")
    #expect(sooner.change?.value == 4 && sooner.difference.rotations.count == 1)
    #expect(try await store.live(at: sooner.at) == ["heart"])
    await store.close()
  }

  @Test func `a gift that no rotation brings is retired alone`() async throws {
    let (store, _) = try await scene()
    let before = try await store.rotations().rotations
    try await store.edit(.publish(), of: try GiftID("teddy"))
    let outcome = try await store.retire("teddy")
    #expect(outcome.difference.rotations.isEmpty && outcome.difference.gifts.count == 1)
    #expect(try await store.rotations().rotations == before)
    await store.close()
  }

  @Test func `a guest of one turn leaves it, and the gift it stood in for is back`() async throws {
    let (store, _) = try await scene()
    let star = try GiftID("star")
    let guest = try lineupPlaces(["teddy"])[0]
    try await store.change(.swap(star, in: 2, for: guest))
    let coming = try await store.plan(of: "spring")
    #expect(coming.turn(2)?.places.map(\.gift.text) == ["teddy", "heart"])
    let outcome = try await store.retire("teddy")
    #expect(outcome.difference.rotations.map(\.after.plan.overrides) == [[:]])
    #expect(
      outcome.difference.rotations.first?.after.plan.turn(2)?.places.map(\.gift.text) == [
        "star", "heart",
      ])
    await store.close()
  }
}
