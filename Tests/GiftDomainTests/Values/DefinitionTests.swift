import GiftDomain
import Testing

struct DefinitionTests {
  private let rose: GiftID
  private let plain: Definition

  init() throws {
    rose = try GiftID("rose")
    plain = try Self.definition([
      LocaleTag("en"): GiftName("Rose"), LocaleTag("de"): GiftName("Rose"),
    ])
  }

  @Test func `a definition needs a name and has limits`() throws {
    #expect(throws: DomainError.outOfRange(.giftName, value: 0, allowed: 1...200)) {
      try Self.definition([:])
    }
    let tags = try (0...20).map { try GiftDomain.Tag("tag-\($0)") }
    #expect(throws: DomainError.tooMany(.tag, count: 21, limit: 20)) {
      try Self.definition(plain.names.byLocale, tags: Set(tags))
    }
    let names = try (0...200).map { (try LocaleTag("en-x-\($0)"), try GiftName("Rose")) }
    #expect(throws: DomainError.tooMany(.giftName, count: 201, limit: 200)) {
      try Self.definition(Dictionary(uniqueKeysWithValues: names))
    }
    let most = try Self.definition(
      Dictionary(uniqueKeysWithValues: names.dropLast()), tags: Set(tags.dropLast()))
    #expect(most.names.byLocale.count == 200)
    #expect(most.tags.count == 20)
  }

  @Test func `an empty patch changes nothing`() throws {
    #expect(
      try DefinitionPatch().applied(to: plain, of: rose, latestVersion: nil) == plain)
  }

  @Test func `a patch changes what it names and keeps the rest`() throws {
    var patch = DefinitionPatch()
    patch.names[try LocaleTag("de")] = try GiftName("Röschen")
    patch.names[try LocaleTag("fr")] = try GiftName("Rose")
    patch.droppedNames = [try LocaleTag("en"), try LocaleTag("ja")]
    patch.isStreakable = true
    patch.note = .set(try Remark("Ask Ida"))
    let patched = try patch.applied(to: plain, of: rose, latestVersion: .first)
    #expect(
      try patched
        == Self.definition(
          [LocaleTag("de"): GiftName("Röschen"), LocaleTag("fr"): GiftName("Rose")],
          isStreakable: true, latestVersion: .first, note: Remark("Ask Ida")))
  }

  @Test func `clients see everything but the latest version and the note`() throws {
    let noted = try Self.definition(
      plain.names.byLocale, latestVersion: .first, note: Remark("Ask Ida"))
    #expect(noted != plain)
    #expect(noted.forClients == plain)
    #expect(!noted.looksDifferent(from: plain))
    #expect(
      try noted.looksDifferent(from: Self.definition(plain.names.byLocale, isStreakable: true)))
  }

  @Test func `a note is set, stays and is removed`() throws {
    var patch = DefinitionPatch()
    patch.note = .set(try Remark("Ask Ida"))
    let noted = try patch.applied(to: plain, of: rose, latestVersion: nil)
    #expect(noted.note?.text == "Ask Ida")
    #expect(
      try DefinitionPatch().applied(to: noted, of: rose, latestVersion: nil).note == noted.note)
    patch.note = .unset
    #expect(try patch.applied(to: noted, of: rose, latestVersion: nil) == plain)
  }

  private static func definition(
    _ names: [LocaleTag: GiftName], isStreakable: Bool = false, tags: Set<GiftDomain.Tag> = [],
    latestVersion: VersionNumber? = nil, note: Remark? = nil
  ) throws -> Definition {
    try Definition(
      names: try LocalNames(
        names, fallback: try names.keys.min() ?? LocaleTag("en")), price: try Price(coins: 10),
      category: .general, places: [.gifts: .zero],
      audience: .everybody, isStreakable: isStreakable, tags: tags, latestVersion: latestVersion,
      note: note)
  }

  @Test func `a new gift needs a name and a price, and is told which it lacks`() throws {
    var patch = DefinitionPatch()
    #expect(throws: Rejection.definitionIncomplete(rose, lacksName: true, lacksPrice: true)) {
      try patch.applied(to: nil, of: rose, latestVersion: nil)
    }
    patch.price = try Price(coins: 0)
    #expect(throws: Rejection.definitionIncomplete(rose, lacksName: true, lacksPrice: false)) {
      try patch.applied(to: nil, of: rose, latestVersion: nil)
    }
    patch.names[try LocaleTag("en")] = try GiftName("Rose")
    let made = try patch.applied(to: nil, of: rose, latestVersion: nil)
    #expect(made.category == .general)
    #expect(made.order == .zero)
    #expect(!made.isStreakable)
    #expect(made.tags.isEmpty)
  }

  @Test func `the last name cannot be dropped`() throws {
    var patch = DefinitionPatch()
    patch.droppedNames = Array(plain.names.byLocale.keys)
    #expect(throws: Rejection.definitionIncomplete(rose, lacksName: true, lacksPrice: false)) {
      try patch.applied(to: plain, of: rose, latestVersion: nil)
    }
  }

  @Test func `the fallback is English, or else the first, unless another is named`() throws {
    for (locales, fallback) in [
      (["de", "en"], "en"), (["de", "en-GB", "en-US", "eng"], "en-GB"), (["fr", "de"], "de"),
    ] {
      var patch = DefinitionPatch()
      for locale in locales { patch.names[try LocaleTag(locale)] = try GiftName("Rose") }
      patch.price = try Price(coins: 1)
      let made = try patch.applied(to: nil, of: rose, latestVersion: nil)
      #expect(made.names.fallback.text == fallback)
      // It stays when a better one comes.
      patch = DefinitionPatch()
      patch.names[try LocaleTag("en")] = try GiftName("Rose")
      let more = try patch.applied(to: made, of: rose, latestVersion: nil)
      #expect(more.names.fallback == made.names.fallback)
    }
  }

  @Test func `the name of the fallback cannot be dropped, unless another becomes it`() throws {
    var patch = DefinitionPatch()
    patch.droppedNames = [plain.names.fallback]
    #expect(throws: Rejection.invalid(.fallbackMissing(plain.names.fallback))) {
      try patch.applied(to: plain, of: rose, latestVersion: nil)
    }
    let other = try #require(plain.names.byLocale.keys.first { $0 != plain.names.fallback })
    patch.fallback = other
    let turned = try patch.applied(to: plain, of: rose, latestVersion: nil)
    #expect(turned.names.fallback == other && Array(turned.names.byLocale.keys) == [other])
    patch = DefinitionPatch()
    patch.fallback = try LocaleTag("fr")
    #expect(throws: Rejection.invalid(.fallbackMissing(try LocaleTag("fr")))) {
      try patch.applied(to: plain, of: rose, latestVersion: nil)
    }
  }

  @Test func `a patch above the limits says which`() throws {
    var patch = DefinitionPatch()
    patch.tags = try (0...20).map { try GiftDomain.Tag("tag-\($0)") }
    #expect(throws: Rejection.invalid(.tooMany(.tag, count: 21, limit: 20))) {
      try patch.applied(to: plain, of: rose, latestVersion: nil)
    }
  }

  @Test func `clients see every part of a definition but the latest version`() throws {
    let seen: [(inout DefinitionPatch) throws -> Void] = [
      { $0.names[try LocaleTag("fr")] = try GiftName("Rose") },
      { $0.fallback = try LocaleTag("en") },
      { $0.price = try Price(coins: 11) },
      { $0.category = try Category("flowers") },
      { $0.order = try Order(1) },
      { $0.isStreakable = true },
      { $0.tags = [try GiftDomain.Tag("love")] },
    ]
    for change in seen {
      var patch = DefinitionPatch()
      try change(&patch)
      let patched = try patch.applied(to: plain, of: rose, latestVersion: nil)
      #expect(patched.looksDifferent(from: plain), "\(patch)")
    }
    let newer = try DefinitionPatch().applied(to: plain, of: rose, latestVersion: .first)
    #expect(newer != plain)
    #expect(!newer.looksDifferent(from: plain))
  }
}
