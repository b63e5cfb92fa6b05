import GiftDomain
import GiftStore
import Testing

/// What the catalogue shows of rotations: base, turn, base.
@Suite(.timeLimit(.minutes(5)))
struct RotationViewTests {
  /// Turns of half a day, each day since 60 hours ago: one began 12 hours ago less a minute or
  /// so, hence one runs now.
  private static func scene() async throws -> (store: GiftStore, now: Timestamp) {
    try await StoreFixture.store { now, utc in
      PastCatalogue(
        start: try now.hours(-100), gifts: ["heart", "rose"],
        edits: [
          .init(
            rotation: "spring", at: try now.hours(-99),
            plan: try .daily(
              ["rose"], hours: -54, from: now, in: utc, stay: try Stay(12, .hour)))
        ], bases: ["rose": try now.hours(-100)])
    }
  }

  @Test(
    .serialized,
    arguments: [
      (-101, nil), (-100, 1), (-55, 1), (-53, 2), (-43, 2), (-41, 1), (-31, 1), (-29, 2), (-17, 1),
      (-5, 2), (0, 2), (5, 2), (7, 1), (17, 1), (19, 2), (24 * 365 + 19, 2), (24 * 365 + 7, 1),
    ] as [(Int64, Int64?)])
  func `the base shows before a turn and after it, in the past and in the future`(
    hours: Int64, version: Int64?
  ) async throws {
    let (store, now) = try await SharedScene.instance.scene(Self.scene)
    let view = try await store.view(at: .instant(try now.hours(hours)))
    let shown = view.catalogue.items.map(\.version.number.value)
    #expect(shown == [version].compactMap(\.self))
    #expect(view.catalogue.items.allSatisfy { $0.gift.text == "rose" })
  }

  @Test func `now is the instant now`() async throws {
    let (store, _) = try await SharedScene.instance.scene(Self.scene)
    let view = try await store.view(at: .now)
    #expect(view.catalogue.items.map(\.version.number.value) == [2])
    #expect(view.rotations.map(\.name.text) == ["spring"])
    let record = try #require(try await store.record(of: GiftID("rose")))
    #expect(try record.current().shown.entry(at: view.instant)?.version.value == 2)
    #expect(record.rotations == view.rotations)
    #expect(try await store.record(of: GiftID("heart"))?.rotations == [])
  }

  @Test func `what was shown stays, whatever is edited later`() async throws {
    let (store, now) = try await Self.scene()
    let hours: [Int64] = [-100, -99, -54, -53, -42, -30, -18, -6, -5, -1]
    let instants = try hours.map { hour in try now.hours(hour) } + [now]
    let changes = try [1, 2].map { number in Moment.change(try .number(number)) }
    let moments = instants.map(Moment.instant) + changes
    var before: [Catalogue] = []
    for moment in moments { before.append(try await store.view(at: moment).catalogue) }
    let views = try await store.view(at: changes[1])
    let guest = try lineupPlaces(["heart"])[0]
    let rose = try GiftID("rose")
    let heart = try GiftID("heart")
    var patch = RotationPatch()
    patch.lineup = try lineupPlaces(["heart"]).map(\.spec)
    patch.stay = .set(try Stay(1, .hour))
    let actions: [RotationAction] = [
      .skipLater(4), .swap(rose, in: 3, for: guest), .edit(patch), .withdraw(heart), .end(),
    ]
    for action in actions {
      #expect(try await store.change(action).change != nil)
      for (moment, expected) in zip(moments, before) {
        #expect(try await store.view(at: moment).catalogue == expected)
      }
      let again = try await store.view(at: changes[1])
      #expect(again.states == views.states && again.rotations == views.rotations)
      #expect(again.change == views.change && again.altering == views.altering)
    }
    // Nothing of it is left, and the base shows.
    let end = try await store.view(at: .now)
    #expect(end.catalogue.items.map(\.version.number.value) == [1])
    await store.close()
  }

  @Test func `an edit of a rotation is one that clients can see`() async throws {
    let (store, _) = try await Self.scene()
    let before = try await store.view(at: .now)
    try await store.change(.skipLater(5))
    let after = try await store.view(at: .now)
    #expect(after.altering.value == 3 && before.altering.value == 2)
    #expect(after.token(of: after.catalogue) != before.token(of: before.catalogue))
    await store.close()
  }
}

/// One scene for all who only look.
private actor SharedScene {
  static let instance = SharedScene()
  private var making: Task<(store: GiftStore, now: Timestamp), any Error>?

  func scene(
    _ make: @escaping @Sendable () async throws -> (store: GiftStore, now: Timestamp)
  ) async throws -> (store: GiftStore, now: Timestamp) {
    let task = making ?? Task { try await make() }
    making = task
    return try await task.value
  }
}
