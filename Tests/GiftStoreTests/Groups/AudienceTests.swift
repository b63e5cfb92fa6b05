import GiftDomain
import GiftStore
import StoreSupport
import Support
import Testing

/// The audiences of gifts in a database.
@Suite(.timeLimit(.minutes(5)))
struct AudienceTests {
  private let fixture: StoreFixture
  private let store: GiftStore

  init() async throws {
    fixture = try await StoreFixture.migrated()
    store = fixture.store()
  }

  private func define(
    _ gift: String, only rules: [String], regions: [String] = []
  ) throws -> Command {
    var patch = DefinitionPatch()
    patch.names[try LocaleTag("en")] = try GiftName("Rose")
    patch.price = try Price(coins: 1)
    patch.only = try rules.map { text in try PlatformRule(text) }
    patch.regions = try regions.map { text in try Region(text) }
    return .define(gift: try GiftID(gift), patch: patch)
  }

  private func edit(_ commands: [Command], verb: Verb = .add) async throws -> EditOutcome {
    try await store.commit(commands, EditRequest(verb: verb, actor: try Actor("tester")))
  }

  @Test func `an audience is followed, undone, part of the past and of an archive`() async throws {
    // Clients follow only what was planned.
    let rose = try GiftID("rose")
    try await store.edit(.add(1), of: rose)
    try await store.edit(.publish(), of: rose)
    var followed = try await store.followed(nil)
    _ = try await edit([define("rose", only: ["ios>=8.2.0", "android"], regions: ["de", "AT"])])
    followed = try await store.followed(followed)
    #expect(audience(in: followed.view) == "android,ios>=8.2;AT,DE")
    #expect(try await edit([define("rose", only: ["android", "ios>=8.2"])]).change?.value == 4)
    _ = try await edit([define("rose", only: [])])
    _ = try await edit([.undo(change: ChangeNumber(5))], verb: .undo)
    followed = try await store.followed(followed)
    #expect(audience(in: followed.view) == "android,ios>=8.2;")
    for (change, text) in [(3, "android,ios>=8.2;AT,DE"), (5, ";"), (6, "android,ios>=8.2;")] {
      let view = try await store.view(at: .change(try ChangeNumber(Int64(change))))
      #expect(audience(in: view) == text)
    }
    let other = try await StoreFixture.migrated()
    let copy = other.store()
    #expect(try await copy.restore(try await store.archive(), bytes: sampleBytes))
    #expect(try await audience(in: copy.view(at: .now)) == "android,ios>=8.2;")
    #expect(try await copy.archive() == store.archive())
    await copy.close()
    await store.close()
  }

  private func audience(in view: CatalogueView) -> String? {
    view.states.first?.definition?.audience.text
  }

  @Test func `all gifts together have so many audiences, and no more`() async throws {
    _ = try await edit(try (1...64).map { try define("gift-\($0)", only: ["ios>=\($0)"]) })
    let refusal = StoreError.rejected(
      .tooManyAudiences(
        try Audience(rules: [PlatformRule("ios>=65")], regions: []), limit: 64))
    await #expect(throws: refusal) { try await edit([define("rose", only: ["ios>=65"])]) }
    _ = try await edit([define("rose", only: ["ios>=64"])])
    // The last one of its kind makes room.
    _ = try await edit([define("gift-7", only: [])])
    _ = try await edit([define("rose", only: ["ios>=65"])])
    // Giving back what was there is one more, too.
    let error = StoreError.rejected(
      .tooManyAudiences(
        try Audience(rules: [PlatformRule("ios>=7")], regions: []), limit: 64))
    await #expect(throws: error) {
      try await edit([.rollBack(gift: GiftID("gift-7"), to: ChangeNumber(1))], verb: .rollback)
    }
    await #expect(throws: StoreError.self) {
      try await edit([.undo(change: ChangeNumber(5))], verb: .undo)
    }
    #expect(try await store.view(at: .now).change.value == 4)
    await store.close()
  }

  @Test func `two at once cannot bring one audience too many`() async throws {
    _ = try await edit(try (1...63).map { try define("gift-\($0)", only: ["ios>=\($0)"]) })
    let outcomes = await withTaskGroup(of: Bool.self) { group in
      for number in 100..<108 {
        group.addTask {
          do {
            let command = try define("new-\(number)", only: ["web>=\(number)"])
            return try await edit([command]).change != nil
          } catch {
            return false
          }
        }
      }
      return await group.reduce(into: [Bool]()) { $0.append($1) }
    }
    #expect(outcomes.count { $0 } == 1)
    await store.close()
  }
}
