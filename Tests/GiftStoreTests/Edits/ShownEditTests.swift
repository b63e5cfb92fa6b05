import Foundation
import GiftDomain
import GiftStore
import StoreSupport
import Testing

/// An edit that was shown is done as it was shown, or not at all.
@Suite(.timeLimit(.minutes(30)))
struct ShownEditTests {
  /// A catalogue of three gifts, two rotations and a placement, and what is asked of it.
  private struct Scene {
    let store: GiftStore
    let zone: ZoneRules
    let gifts: [GiftID]
    let pictures: [PictureFile]
    var draws: ActionDraws

    init(seed: UInt64) async throws {
      store = try await StoreFixture.migrated().store()
      draws = ActionDraws(seed: seed)
      gifts = try ["heart", "rose", "teddy"].map { id in try GiftID(id) }
      for (index, gift) in gifts.enumerated() {
        try await store.edit(.add(UInt8(index)), of: gift)
      }
      zone = try #require(try await store.zone("UTC"))
      pictures = try (1...3).map { try PictureFile(sample: $0) }
    }

    /// One or two commands that fit the catalogue as it is.
    mutating func commands() async throws -> [Command] {
      let view = try await store.view(at: .now)
      return try (0..<draws.number(1...2)).map { _ in
        if draws.chance(15) { return try groupCommand() }
        return try draws.command(
          of: gifts, view.rotations, now: view.now, last: view.change, in: zone)
      }
    }

    private mutating func groupCommand() throws -> Command {
      let splash = try PlacementName("splash")
      let flowers = try GiftDomain.Category("flowers")
      switch draws.number(1...4) {
      case 1: return .setPlacement(placement: splash, choose: draws.one(of: [.all, .first]))
      case 2: return .retireGroup(group: .placement(splash))
      case 3: return .retireGroup(group: .category(flowers))
      default:
        var patch = CategoryPatch()
        patch.names = [try LocaleTag("en"): try GiftName(draws.one(of: ["Flowers", "Blooms"]))]
        return .setCategory(category: flowers, patch: patch)
      }
    }

    func commit(_ commands: [Command], _ request: EditRequest) async throws -> EditOutcome {
      try await store.commit(commands, request, pictures: pictures)
    }
  }

  /// `INTERLEAVINGS=2000` in the environment tries that many.
  @Test(arguments: [1, 2] as [UInt64])
  func `an edit is what was shown, or a conflict, whatever came in between`(
    seed: UInt64
  ) async throws {
    let wanted = ProcessInfo.processInfo.environment["INTERLEAVINGS"].flatMap { Int($0) } ?? 60
    var scene = try await Scene(seed: seed)
    var (done, refused, tried) = (0, 0, 0)
    while tried < wanted {
      let commands = try await scene.commands()
      var request = EditRequest(
        verb: commands[0].verb, actor: try Actor("anna"), isDryRun: true)
      // Many commands are refused when they are shown.
      guard let shown = try? await scene.commit(commands, request), shown.change != nil else {
        continue
      }
      let others = try await scene.commands()
      let other = EditRequest(verb: others[0].verb, actor: try Actor("bert"))
      // A colleague's edit may be refused as well.
      let between = try? await scene.commit(others, other)
      tried += 1
      request.isDryRun = false
      request.shown = shown.form
      do {
        let outcome = try await scene.commit(commands, request)
        if outcome.change != nil {
          #expect(outcome.form.digest == shown.form.digest, "\(commands) after \(others)")
          done += 1
        }
      } catch {
        refused += 1
        #expect(between?.change != nil, "\(commands) moved by itself: \(error)")
        let last = try await scene.store.view(at: .now).change
        #expect(between?.change == last, "\(commands) after \(others)")
      }
    }
    #expect(done > 0 && refused > 0, "\(done) done, \(refused) refused")
    await scene.store.close()
  }

  @Test func `a retirement that would rewrite turns which nobody saw is a conflict`() async throws {
    let store = try await StoreFixture.migrated().store()
    try await store.add(["heart", "rose"])
    let rose = try GiftID("rose")
    try await store.edit(.publish(), of: rose)
    let retirement = GiftAction.retire().commands(of: rose)
    let trial = EditRequest(verb: .retire, actor: try Actor("anna"), isDryRun: true)
    let shown = try await store.commit(retirement, trial)
    let zone = try #require(try await store.zone(london))
    try await store.plan(try .weekly(["heart", "rose"], in: zone))
    var request = trial
    request.isDryRun = false
    request.shown = shown.form
    let spring = Command.Subject.rotation(try RotationName("spring"))
    await #expect(throws: StoreError.rejected(.movedSinceShown([spring]))) {
      try await store.commit(retirement, request)
    }
    #expect(try await store.live(at: try await store.clock()).contains("rose"))
    await store.close()
  }

  @Test func `an expected change covers the rotations that a retirement takes a gift from`()
    async throws
  {
    let store = try await StoreFixture.migrated().store()
    try await store.add(["heart", "rose"])
    let zone = try #require(try await store.zone(london))
    let planned = try await store.plan(try .weekly(["heart", "rose"], in: zone))
    let expected = try #require(planned.change)
    try await store.change(.skipLater(1))
    let rotation = try RotationName("spring")
    let conflict = Rejection.rotationChangedSince(
      rotation, expected: expected, actual: expected.next)
    await #expect(throws: StoreError.rejected(conflict)) {
      try await store.edit(.retire(), of: try GiftID("rose"), expected: expected)
    }
    await store.close()
  }

  @Test func `an edit of a catalogue that was edited since it was read is a conflict`() async throws
  {
    let store = try await StoreFixture.migrated().store()
    try await store.add(["heart"])
    let read = try await store.view(at: .now).change
    try await store.edit(.add(2), of: try GiftID("rose"))
    var request = EditRequest(verb: .placement, actor: try Actor("anna"))
    request.newest = read
    let command = Command.setPlacement(placement: try PlacementName("splash"), choose: nil)
    await #expect(throws: StoreError.rejected(.editedSince(read, latest: read.next))) {
      try await store.commit([command], request)
    }
    await store.close()
  }
}
