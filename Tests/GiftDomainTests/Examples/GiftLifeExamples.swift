import GiftDomain
import Testing

/// The life of one gift, verb by verb, with its rows kept as the store keeps them.
struct GiftLifeExamples {
  private var ledger: Ledger
  private let rose: GiftID

  init() throws {
    rose = try GiftID("rose")
    ledger = Ledger(of: rose)
  }

  @Test mutating func `a gift is added, published, retired and still known`() throws {
    let added = try run(.add(animation(1), patch("Rose", price: 10)), now: 1)
    #expect(added.status(at: try at(1)) == .draft)
    #expect(added.definition?.latestVersion == .first)

    let planned = try run(publish(from: 5), now: 2)
    #expect(planned.status(at: try at(2)) == .scheduled(try entry(1, 5, nil)))
    #expect(planned.status(at: try at(5)) == .live(try entry(1, 5, nil)))

    let retired = try run(.retire(at: try at(9)), now: 6)
    #expect(retired.status(at: try at(8)) == .live(try entry(1, 5, 9)))
    #expect(retired.status(at: try at(9)) == .retired(at: try at(9)))
    #expect(retired.definition == added.definition)
    #expect(retired.versions == added.versions)
  }

  @Test mutating func `the same bytes again are the version they were`() throws {
    try run(.add(animation(1), patch("Rose", price: 10)), now: 1)
    let second = try run(.add(animation(2), DefinitionPatch()), now: 2)
    #expect(second.versions.map(\.number.value) == [1, 2])
    #expect(second.versions.map(\.since.value) == [1, 2])
    #expect(try run(.add(animation(2), DefinitionPatch()), now: 3) == second)
    #expect(ledger.last.value == 2)

    let back = try run(.add(animation(1), DefinitionPatch()), now: 4)
    #expect(back.versions == second.versions)
    #expect(back.definition?.latestVersion == .first)
  }

  @Test mutating func `a placement that a gift returns to has the order that it had`() throws {
    let splash = try PlacementName("splash")
    func place(_ written: [String]?, add: [String]? = nil, drop: [String]? = nil) throws -> Verb {
      var definition = WrittenDefinition()
      definition.places = written
      definition.addedPlaces = add
      definition.droppedPlaces = drop
      return .add(nil, try definition.patch())
    }
    try run(.add(animation(1), patch("Rose", price: 10)), now: 1)
    try run(place(["gifts:500"]), now: 2)
    #expect(try run(place(["splash"]), now: 3).definition?.places == [splash: Order(1)])
    #expect(try run(place(["gifts"]), now: 4).definition?.places == [.gifts: Order(500)])
    #expect(
      try run(place(nil, add: ["splash:7"]), now: 5).definition?.places
        == [.gifts: Order(500), splash: Order(7)])
    #expect(
      try run(place(nil, drop: ["gifts"]), now: 6).definition?.places == [splash: Order(7)])
    #expect(
      try run(place(nil, add: ["gifts"], drop: ["splash"]), now: 7).definition?.places
        == [.gifts: Order(500)])
    #expect(
      try run(place(["splash", "gifts:3"]), now: 8).definition?.places
        == [.gifts: Order(3), splash: Order(7)])
    #expect(throws: Rejection.self) { try run(place(nil, drop: ["gifts", "splash"]), now: 9) }
  }

  @Test func `a placement is named once`() throws {
    for (all, added, dropped) in [
      (["gifts", "gifts:2"], [], []), ([], ["splash", "splash:2"], []),
      ([], ["splash"], ["splash"]),
    ] as [([String], [String], [String])] {
      var written = WrittenDefinition()
      written.places = all
      written.addedPlaces = added
      written.droppedPlaces = dropped
      #expect(throws: DomainError.self) { try written.patch() }
    }
  }

  @Test mutating func `a rollback undoes the last edit, and run again changes nothing`() throws {
    try run(.add(animation(1), patch("Rose", price: 10)), now: 1)
    let live = try run(publish(from: nil), now: 2)
    try run(.retire(at: nil), now: 5)

    let restored = try run(.rollBack(to: nil), now: 7)
    #expect(restored.definition == live.definition)
    #expect(restored.shown == (try Timeline([entry(1, 2, 5), entry(1, 7, nil)])))
    #expect(try run(.rollBack(to: nil), now: 9) == restored)
    #expect(ledger.last.value == 4)
  }

  @Test mutating func `a rollback is undone by naming the change before it`() throws {
    try run(.add(animation(1), patch("Rose", price: 10)), now: 1)
    let dear = try run(.add(nil, patch("Rose", price: 99)), now: 2)
    let cheap = try run(.rollBack(to: nil), now: 3)
    #expect(cheap.definition?.price?.coins == 10)

    let undone = try run(.rollBack(to: try ChangeNumber(2)), now: 4)
    #expect(undone == dear)
    #expect(try run(.rollBack(to: try ChangeNumber(3)), now: 5) == cheap)
  }

  @Test mutating func `a rollback takes back one to an earlier change, and then stays`() throws {
    try run(.add(animation(1), patch("Rose", price: 5)), now: 1)
    try run(.add(nil, patch("Rose", price: 10)), now: 2)
    let dear = try run(.add(nil, patch("Rose", price: 20)), now: 3)
    let cheap = try run(.rollBack(to: try ChangeNumber(1)), now: 4)
    #expect(cheap.definition?.price?.coins == 5)
    #expect(try run(.rollBack(to: nil), now: 5).definition == dear.definition)
    #expect(try run(.rollBack(to: nil), now: 6).definition == dear.definition)
    #expect(ledger.last.value == 5)
  }

  @Test mutating func `after a new edit, a rollback undoes that one`() throws {
    try run(.add(animation(1), patch("Rose", price: 10)), now: 1)
    try run(.add(nil, patch("Rose", price: 20)), now: 2)
    let cheap = try run(.rollBack(to: nil), now: 3)
    try run(.add(nil, patch("Rose", price: 30)), now: 4)
    #expect(try run(.rollBack(to: nil), now: 5) == cheap)
  }

  @Test mutating func `rolled back to before it was added, a gift is gone but not forgotten`()
    throws
  {
    try run(.add(animation(1), patch("Rose", price: 10)), now: 1)
    try run(publish(from: nil), now: 2)
    let gone = try run(.rollBack(to: .zero), now: 6)
    #expect(gone.definition == nil)
    #expect(gone.versions.count == 1)
    #expect(Catalogue(of: [gone], at: try at(7)).items.isEmpty)
    #expect(throws: Rejection.giftNotFound(rose)) { try decide(publish(from: nil), now: 7) }
    #expect(throws: Rejection.giftNotFound(rose)) { try decide(.retire(at: nil), now: 7) }

    // Change 2 stands as it stood: the catalogue before the rollback has not changed.
    let then = try ledger.history.state(at: try ChangeNumber(2))
    #expect(Catalogue(of: [then], at: try at(5)).items.map(\.gift) == [rose])

    let again = try run(.add(animation(1), patch("Rose", price: 10)), now: 8)
    #expect(again.versions == gone.versions)
  }

  @Test mutating func `a gift that never was cannot be rolled back`() throws {
    #expect(throws: Rejection.giftNotFound(rose)) { try decide(.rollBack(to: nil), now: 1) }
    ledger.skipChange()
    #expect(throws: Rejection.giftNotFound(rose)) { try decide(.rollBack(to: .zero), now: 1) }
  }

  @Test mutating func `a change that has not been made is no target`() throws {
    try run(.add(animation(1), patch("Rose", price: 10)), now: 1)
    let missing = try ChangeNumber(2)
    #expect(throws: Rejection.changeNotFound(missing, last: try ChangeNumber(1))) {
      try decide(.rollBack(to: missing), now: 2)
    }
  }

  @Test mutating func `a gift without animation, or with fewer, has nothing to publish`() throws {
    try run(.add(nil, patch("Rose", price: 10)), now: 1)
    #expect(throws: Rejection.noVersion(rose)) { try decide(publish(from: nil), now: 2) }
    try run(.add(animation(1), DefinitionPatch()), now: 2)
    let second = try VersionNumber(2)
    #expect(throws: Rejection.versionNotFound(rose, second, latest: .first)) {
      try decide(.publish(second, from: nil, until: nil, replacing: .nothing), now: 3)
    }
  }

  @Test mutating func `a draft does not look different, its publication does`() throws {
    let empty = try ledger.context(now: try at(1)).current
    let draft = try run(.add(animation(1), patch("Rose", price: 10)), now: 1)
    #expect(!draft.looksDifferent(from: empty, now: try at(1)))
    let live = try run(publish(from: nil), now: 2)
    #expect(live.looksDifferent(from: draft, now: try at(2)))
    let newer = try run(.add(animation(2), DefinitionPatch()), now: 3)
    #expect(!newer.looksDifferent(from: live, now: try at(3)))
    let dearer = try run(.add(nil, patch("Rose", price: 20)), now: 4)
    #expect(dearer.looksDifferent(from: newer, now: try at(4)))
  }

  @Test mutating func `a gift that ended takes its boundaries along, so that is a difference`()
    throws
  {
    try run(.add(animation(1), patch("Rose", price: 10)), now: 1)
    try run(publish(from: nil), now: 2)
    let ended = try run(.retire(at: nil), now: 5)
    #expect(Catalogue(of: [ended], at: try at(9)).lastBoundary == (try at(5)))
    let gone = try run(.rollBack(to: .zero), now: 9)
    #expect(Catalogue(of: [gone], at: try at(9)).lastBoundary == nil)
    #expect(gone.looksDifferent(from: ended, now: try at(9)))
  }

  @Test mutating func `a rotation hides what stands and gives it back`() throws {
    try run(.add(animation(1), patch("Rose", price: 10)), now: 1)
    try run(.add(animation(2), DefinitionPatch()), now: 1)
    let live = try run(publish(from: nil), now: 2)
    let turning = GiftState(
      gift: rose, definition: live.definition, versions: live.versions,
      schedule: try GiftSchedule([plan(1, 2, nil)]), rotation: try Timeline([entry(2, 5, 9)]))
    #expect(
      try turning.shown == Timeline([entry(1, 2, 5), entry(2, 5, 9), entry(1, 9, nil)]))
    let catalogue = Catalogue(of: [turning], at: try at(6))
    #expect(catalogue.items.map(\.version.number.value) == [2])
    #expect(catalogue.items.map(\.window) == [try window(5, 9)])
    #expect(catalogue.lastBoundary == (try at(5)))
    #expect(catalogue.nextBoundary == (try at(9)))
  }

  private func decide(_ verb: Verb, now: Int64) throws -> GiftState {
    try verb.decide(try ledger.context(now: try at(now)))
  }

  @discardableResult
  private mutating func run(_ verb: Verb, now: Int64) throws -> GiftState {
    let context = try ledger.context(now: try at(now))
    let after = try verb.decide(context)
    ledger.record(context.current, after, isRollback: verb.isPlainRollback)
    return after
  }

  private func publish(from: Int64?) throws -> Verb {
    .publish(nil, from: try from.map(at), until: nil, replacing: .nothing)
  }

  private func animation(_ byte: UInt8) throws -> AnimationCandidate {
    try AnimationCandidate(
      asset: try SHA256Digest(bytes: [UInt8](repeating: byte, count: SHA256Digest.byteCount)),
      byteCount: 1_000,
      facts: try AnimationFacts(
        width: 512, height: 512, frameRateHz: 30, frameCount: 90, durationMs: 3_000),
      playback: .once, chosen: .none)
  }

  private func patch(_ name: String, price: Int64) throws -> DefinitionPatch {
    var patch = DefinitionPatch()
    patch.names[try LocaleTag("en")] = try GiftName(name)
    patch.price = try Price(coins: price)
    return patch
  }
}
