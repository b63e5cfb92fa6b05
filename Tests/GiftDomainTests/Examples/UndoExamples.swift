import GiftDomain
import Testing

/// What an undo takes back, and what it leaves to those who came after.
struct UndoExamples {
  private let rose: GiftID
  private let heart: GiftID
  private let spring: RotationName
  private var catalogue: CommandCatalogue

  init() throws {
    var chance = SplitMix64(seed: 1)
    catalogue = try CommandCatalogue(&chance)
    (rose, heart) = (try GiftID("rose"), try GiftID("heart"))
    spring = try RotationName("spring")
  }

  @Test func `who is named touched the same thing, not just the same gift`() throws {
    let edit = try edited(.define(gift: rose, patch: try price(777)), from: catalogue)
    var patch = DefinitionPatch()
    patch.names = [try LocaleTag("fr"): try GiftName("Rose")]
    let beside = try edited(.define(gift: rose, patch: patch), from: edit)
    let rival = try edited(.define(gift: rose, patch: try price(778)), from: beside)
    expectConflict(undoing: edit, in: rival, with: .gift(rose), by: rival)
    // Without it, nothing is in the way.
    let mended = try edited(.undo(change: rival.last), from: rival)
    let undone = try edited(.undo(change: edit.last), from: mended)
    #expect(
      try undone.state.gifts[rose]?.definition?.price
        == catalogue.state.gifts[rose]?.definition?.price)
  }

  @Test func `what was published again since stays`() throws {
    let first = try edited(publish(rose), from: catalogue)
    let off = try edited(.retire(gift: rose, at: nil), from: first)
    let again = try edited(publish(rose), from: off)
    expectConflict(undoing: first, in: again, with: .gift(rose), by: off)
  }

  @Test func `a dropped step does not come back over a later one, also when its time has passed`()
    throws
  {
    let second = try edited(.addVersion(gift: rose, animation: try candidate()), from: catalogue)
    let start = try edited(
      .publish(
        gift: rose, version: nil, from: catalogue.now.hours(1), until: nil, replace: .nothing),
      from: second)
    let edit = try edited(.retire(gift: rose, at: nil), from: start)
    var later = try edited(
      .publish(gift: rose, version: .first, from: nil, until: nil, replace: .nothing), from: edit)
    later.now = later.now.hours(2)
    expectConflict(undoing: edit, in: later, with: .gift(rose), by: later)
  }

  @Test func `a gift that a rotation brings meanwhile does not go`() throws {
    let tulip = try GiftID("rose-2")
    var first = catalogue
    first.follow(tulip)
    let added = try edited(
      [
        .define(gift: tulip, patch: try fullPatch()),
        .addVersion(gift: tulip, animation: try candidate()),
      ], from: first)
    let turning = try edited(
      .addRotation(rotation: spring, shape: try shape([tulip, heart])), from: added)
    expectConflict(undoing: added, in: turning, with: .gift(tulip), by: turning)
    let ended = try edited(.undo(change: turning.last), from: turning)
    #expect(
      try edited(.undo(change: added.last), from: ended).state.gifts[tulip]?.definition == nil)
  }

  @Test func `a lineup does not come back without its gifts`() throws {
    let tulip = try GiftID("rose-2")
    var first = catalogue
    first.follow(tulip)
    let added = try edited(
      [
        .define(gift: tulip, patch: try fullPatch()),
        .addVersion(gift: tulip, animation: try candidate()),
      ], from: first)
    let turning = try edited(
      .addRotation(rotation: spring, shape: try shape([tulip, heart])), from: added)
    var patch = RotationPatch()
    patch.lineup = [LineupSpec(gift: heart, version: nil)]
    let shorter = try edited(.editRotation(rotation: spring, patch: patch), from: turning)
    let gone = try edited(.rollBack(gift: tulip, to: catalogue.last), from: shorter)
    expectConflict(undoing: shorter, in: gone, with: .gift(tulip), by: gone)
  }

  @Test func `an undone undo can be undone, and its change again`() throws {
    let window = Command.publish(
      gift: rose, version: nil, from: nil, until: catalogue.now.hours(5), replace: .nothing)
    let edit = try edited(window, from: catalogue)
    var now = edit
    for _ in 1...3 {
      now.now = now.now.hours(1)
      now = try edited(.undo(change: edit.last), from: now)
      #expect(try now.shown(from: now.now) == catalogue.shown(from: now.now))
      let undo = now.last
      now.now = now.now.hours(0)
      now = try edited(.undo(change: undo), from: now)
      #expect(try now.shown(from: now.now) == edit.shown(from: now.now))
    }
  }

  @Test func `an undone change whose effect came back otherwise names the change that did it`()
    throws
  {
    let edit = try edited(.define(gift: rose, patch: try price(777)), from: catalogue)
    let undone = try edited(.undo(change: edit.last), from: edit)
    let back = try edited(.rollBack(gift: rose, to: edit.last), from: undone)
    expectConflict(undoing: edit, in: back, with: .gift(rose), by: back)
    let other = try edited(.define(gift: rose, patch: try price(778)), from: undone)
    #expect(try other.applying([.undo(change: edit.last)])?.last == other.last)
  }

  // MARK: - Parts

  private func edited(
    _ command: Command, from catalogue: CommandCatalogue
  ) throws -> CommandCatalogue { try edited([command], from: catalogue) }

  private func edited(
    _ commands: [Command], from catalogue: CommandCatalogue
  ) throws -> CommandCatalogue {
    let after = try #require(try catalogue.applying(commands))
    try #require(after.last > catalogue.last)
    return after
  }

  private func expectConflict(
    undoing edit: CommandCatalogue, in catalogue: CommandCatalogue, with subject: Command.Subject,
    by other: CommandCatalogue
  ) {
    #expect(throws: Rejection.undoConflict(edit.last, subject, by: other.last, nil)) {
      try catalogue.state.applying([.undo(change: edit.last)])
    }
  }

  private func publish(_ gift: GiftID) -> Command {
    .publish(gift: gift, version: nil, from: nil, until: nil, replace: .nothing)
  }

  private func price(_ coins: Int64) throws -> DefinitionPatch {
    var patch = DefinitionPatch()
    patch.price = try Price(coins: coins)
    return patch
  }

  private func fullPatch() throws -> DefinitionPatch {
    var chance = SplitMix64(seed: 2)
    return try chance.fullPatch()
  }

  private func candidate() throws -> AnimationCandidate {
    var chance = SplitMix64(seed: 3)
    return try chance.candidate()
  }

  private func shape(_ gifts: [GiftID]) throws -> RotationShape {
    RotationShape(
      zone: ZoneRules(name: "UTC", firstOffsetSeconds: 0, transitions: []),
      first: try LocalTime("2026-03-02 10:00"), cadence: try Cadence(1, .week), stay: nil,
      lineup: gifts.map { LineupSpec(gift: $0, version: nil) }, perTurn: 1, turnCount: nil,
      until: nil)
  }
}

extension Timestamp {
  func hours(_ count: Int64) -> Timestamp { later(count * 3_600_000_000) }
}
