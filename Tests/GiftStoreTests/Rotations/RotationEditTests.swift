import GiftDomain
import GiftStore
import Postgres
import StoreSupport
import Testing

/// Edits of rotations: each is a change, or none at all.
@Suite(.timeLimit(.minutes(5)))
struct RotationEditTests {
  private static let gifts = ["heart", "rose", "star", "teddy"]

  /// A store with four gifts in change 1 and a rotation of three of them in change 2.
  private func scene() async throws -> (store: GiftStore, plan: RotationPlan) {
    let store = try await StoreFixture.migrated().store()
    try await store.add(Self.gifts)
    let zone = try #require(try await store.zone(london))
    let plan = try RotationPlan.weekly(["heart", "rose", "star"], in: zone)
    let outcome = try await store.plan(plan)
    #expect(outcome.change?.value == 2 && outcome.difference.rotations.first?.before == nil)
    return (store, plan)
  }

  @Test func `what is added again is unchanged, whatever its zone has learned since`() async throws
  {
    let (store, plan) = try await scene()
    let shape = plan.shape
    let zone = ZoneRules(
      name: shape.zone.name, firstOffsetSeconds: shape.zone.firstOffsetSeconds,
      transitions: shape.zone.transitions.filter { $0.at < 4_000_000_000 })
    #expect(zone != shape.zone)
    let learned = RotationShape(
      zone: zone, first: shape.first, cadence: shape.cadence, stay: shape.stay,
      lineup: shape.lineup, perTurn: shape.perTurn, turnCount: shape.turnCount, until: shape.until)
    let spring = try RotationName("spring")
    let again = try await store.rotate([.addRotation(rotation: spring, shape: learned)])
    #expect(again.change == nil)
    #expect(try await store.plan(of: "spring").zone == shape.zone)
    await store.close()
  }

  @Test func `a verb is one change, and the plan is the one that the domain decides`()
    async throws
  {
    let (store, plan) = try await scene()
    let rose = try GiftID("rose")
    let teddy = try lineupPlaces(["teddy"])[0]
    let later = try LocalTime("2050-01-12 10:00")
    let end = try Timestamp.at("2050-06-01T00:00:00Z")
    var patch = RotationPatch()
    patch.cadence = try Cadence(2, .week)
    patch.stay = .set(try Stay(3, .day))
    let actions: [RotationAction] = [
      .edit(patch), .skip(3), .move(1, later), .swap(rose, in: 2, for: teddy), .end(end),
    ]
    var expected = plan
    for (index, action) in actions.enumerated() {
      let number = try ChangeNumber.number(3 + index)
      let before = try #require(try await store.rotations().rotations.first)
      let outcome = try await store.change(action)
      let histories = try await store.histories(Self.gifts)
      let state = try EditState(
        now: outcome.at, change: number, histories: histories, rollbacks: [], rotations: [before],
        groups: [], otherAudiences: [], touched: [:], undos: [:], withdrawals: .none)
      let command = action.command(before.name, before.plan, outcome.at)
      #expect(try state.applying([command], expecting: nil) == outcome.difference)
      let rotation = try #require(outcome.difference.rotations.first)
      #expect(outcome.change == number)
      #expect(rotation.before == before)
      #expect(rotation.after.revisions.last?.at == outcome.at)
      #expect(rotation.after.revisions.last?.since == number)
      expected = rotation.after.plan
      // Run again, it finds nothing to do, not even when somebody expected otherwise.
      let again = try await store.change(action, expected: try .number(2))
      #expect(again.change == nil && again.difference.unchangedRotations == [rotation.after])
    }
    #expect(try await store.plan(of: "spring") == expected)
    let changes = try await store.allChanges()
    #expect(changes.map(\.record.number.value) == Array(1...7))
    for change in changes.dropFirst() {
      #expect(change.record.verb == .rotation && change.record.altersCatalogue)
      #expect(change.giftCount == 0)
    }
    await store.close()
  }

  @Test func `a dry run decides and stores nothing`() async throws {
    let (store, plan) = try await scene()
    let before = try await store.archive()
    let skipped = try await store.change(.skip(1), isDryRun: true)
    #expect(skipped.change?.value == 3)
    #expect(skipped.difference.rotations.first?.after.plan.overrides[1]?.isSkipped == true)
    let added = try await store.plan(
      try .weekly(["teddy"], in: plan.zone), as: "summer", isDryRun: true)
    #expect(added.change?.value == 3 && added.difference.rotations.first?.before == nil)
    #expect(try await store.archive() == before)
    await store.close()
  }

  @Test func `who expected another state of the rotation is told, and nothing is stored`()
    async throws
  {
    let (store, plan) = try await scene()
    // Another rotation's change is no surprise.
    try await store.plan(try .weekly(["teddy"], in: plan.zone), as: "summer")
    let two = try ChangeNumber.number(2)
    try await store.change(.skip(1), expected: two)
    let before = try await store.archive()
    let spring = try RotationName("spring")
    let surprise = Rejection.rotationChangedSince(spring, expected: two, actual: try .number(4))
    await #expect(throws: StoreError.rejected(surprise)) {
      try await store.change(.skip(2), expected: two)
    }
    let unknown = Rejection.changeNotFound(try .number(5), last: try .number(4))
    await #expect(throws: StoreError.rejected(unknown)) {
      try await store.change(.skip(2), expected: try .number(5))
    }
    #expect(try await store.archive() == before)
    await store.close()
  }

  @Test func `the domain's refusal is handed on, and nothing is stored`() async throws {
    let (store, _) = try await scene()
    let before = try await store.archive()
    let summer = try RotationName("summer")
    await #expect(throws: StoreError.rejected(.rotationNotFound(summer))) {
      try await store.change(.skip(1), of: "summer")
    }
    await #expect(throws: StoreError.rejected(.turnNotComing(0, next: 1))) {
      try await store.change(.skip(0))
    }
    #expect(try await store.archive() == before)
    await store.close()
  }

  @Test func `a lineup takes the latest version of a gift, or the one that is named`() async throws
  {
    let (store, _) = try await scene()
    let rose = try GiftID("rose")
    let tulip = try GiftID("tulip")
    try await store.edit(.add(2), of: rose)
    try await store.edit(.add(), of: tulip)
    let second = try VersionNumber(2)
    let third = try VersionNumber(3)
    var patch = RotationPatch()
    patch.lineup = [
      LineupSpec(gift: rose, version: nil), LineupSpec(gift: try GiftID("heart"), version: .first),
    ]
    try await store.change(.edit(patch))
    #expect(
      try await store.plan(of: "spring").lineup.places
        == [LineupPlace(gift: rose, version: second)] + lineupPlaces(["heart"]))
    let refusals: [(GiftID, VersionNumber?, Rejection)] = [
      (rose, third, .versionNotFound(rose, third, latest: second)),
      (tulip, nil, .noVersion(tulip)),
      (try GiftID("nobody"), nil, .giftNotFound(try GiftID("nobody"))),
    ]
    for (gift, version, refusal) in refusals {
      await #expect(throws: StoreError.rejected(refusal)) {
        patch.lineup = [LineupSpec(gift: gift, version: version)]
        try await store.change(.edit(patch))
      }
    }
    await store.close()
  }
}

extension GiftStore {
  /// All rows of gifts that are there.
  fileprivate func histories(_ gifts: [String]) async throws -> [GiftHistory] {
    var histories: [GiftHistory] = []
    for gift in gifts {
      histories += [try #require(try await record(of: try GiftID(gift))).history]
    }
    return histories
  }
}
