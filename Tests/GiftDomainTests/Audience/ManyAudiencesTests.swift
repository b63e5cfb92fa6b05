import GiftDomain
import Testing

/// How many different audiences all gifts have together.
struct ManyAudiencesTests {
  private let rose: GiftID
  private let crown: GiftID

  init() throws {
    rose = try GiftID("rose")
    crown = try GiftID("crown")
  }

  @Test func `one more than there may be is refused, for the gift that brings it`() throws {
    let full = try Set((1...Audience.maxCount).map(Self.audience))
    #expect(try refusals([define(rose, "ios<1000")], others: full) == Self.refusals(of: rose))
    // One that is there, or none, is not one more.
    #expect(try refusals([define(rose, "ios<1"), define(crown, nil)], others: full).isEmpty)
    let one = try Set((2...Audience.maxCount).map(Self.audience))
    #expect(
      try refusals([define(rose, "ios<1000"), define(crown, "ios<1000")], others: one).isEmpty)
    #expect(
      try refusals([define(rose, "ios<1000"), define(crown, "ios<1001")], others: one)
        == Self.refusals(of: rose, crown))
  }

  @Test func `what one command gives back, another may take`() throws {
    let others = try Set((2...Audience.maxCount).map(Self.audience))
    let history = GiftHistory(
      gift: crown, versions: [],
      definitions: [
        Recorded(
          try Definition(
            names: LocalNames(
              [try LocaleTag("en"): try GiftName("Crown")], fallback: try LocaleTag("en")),
            price: Price(coins: 1), category: .general, places: [.gifts: .zero],
            audience: Self.audience(1), isStreakable: false, tags: [], latestVersion: nil,
            note: nil), since: try ChangeNumber(1), until: nil)
      ], availabilities: [], pictures: [], changes: [try ChangeNumber(1)])
    let moved = try [define(rose, "ios<1000"), define(crown, nil)]
    #expect(try refusals(moved, others: others, [history]).isEmpty)
    #expect(try refusals([moved[0]], others: others, [history]) == Self.refusals(of: rose))
  }

  private func refusals(
    _ commands: [Command], others: Set<Audience>, _ histories: [GiftHistory] = []
  ) throws -> [CommandRejection] {
    let state = try EditState(
      now: Timestamp(rfc3339: "2026-03-01T09:30:00Z"), change: ChangeNumber(2),
      histories: histories, rollbacks: [], rotations: [], groups: [], otherAudiences: others,
      touched: [:], undos: [:], withdrawals: .none)
    do {
      _ = try state.applying(commands, expecting: nil)
      return []
    } catch {
      return error.commands
    }
  }

  private func define(_ gift: GiftID, _ rule: String?) throws -> Command {
    var patch = DefinitionPatch()
    patch.names = [try LocaleTag("en"): try GiftName("Rose")]
    patch.price = try Price(coins: 1)
    patch.only = try rule.map { [try PlatformRule($0)] } ?? []
    return .define(gift: gift, patch: patch)
  }

  private static func audience(_ number: Int) throws -> Audience {
    try Audience(rules: [PlatformRule("ios<\(number)")], regions: [])
  }

  private static func refusals(of gifts: GiftID...) throws -> [CommandRejection] {
    try gifts.enumerated().map { index, gift in
      CommandRejection(
        subject: .gift(gift), reason: .tooManyAudiences(try audience(1_000 + index), limit: 64))
    }
  }
}
