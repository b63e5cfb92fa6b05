import GiftDomain
import GiftStore
import StoreSupport
import Testing

/// Catalogues of which not all is read, or not all at once.
@Suite(.timeLimit(.minutes(5)))
struct ViewTests {
  private let store: GiftStore
  private let gifts: [GiftID]

  /// More gifts than are read at once, in reverse.
  init() async throws {
    store = try await StoreFixture.migrated().store()
    gifts = try (0...StoreLimits.giftsInPart).map { try GiftID("gift-\(padded($0, 5))") }
    let commands = try gifts.reversed().map { gift in
      var patch = DefinitionPatch()
      patch.names[try LocaleTag("en")] = try GiftName("Gift")
      patch.price = try Price(coins: 1)
      return Command.define(gift: gift, patch: patch)
    }
    _ = try await edit(commands)
  }

  private func edit(_ commands: [Command]) async throws -> EditOutcome {
    try await store.commit(commands, EditRequest(verb: .import, actor: try Actor("tester")))
  }

  @Test func `a catalogue of more gifts than are read at once is whole, and in order`() async throws
  {
    let view = try await store.view(at: .now)
    #expect(view.states.map(\.gift) == gifts)
    #expect(try await store.view(at: .change(.zero)).states.isEmpty)
  }

  @Test func `a part of a catalogue has the states of the whole`() async throws {
    let whole = try await store.view(at: .now)
    let some = [gifts[7], gifts[3], try GiftID("nobody")]
    let part = try await store.view(at: .now, of: .some(some))
    #expect(part.states == [whole.states[3], whole.states[7]])
    #expect(try await store.view(at: .now, of: .some([])).states.isEmpty)
  }

  @Test func `a planned view has every gift that a boundary is about`() async throws {
    let now = try await store.clock()
    func hour(_ number: Int64) throws -> Timestamp {
      try now.advanced(byMicroseconds: number * 3_600_000_000)
    }
    _ = try await edit([
      .hide(gift: gifts[3], from: try hour(1), until: try hour(2), replace: .nothing),
      .hide(gift: gifts[5], from: nil, until: try hour(3), replace: .nothing),
    ])
    let planned = try await store.view(at: .now, of: .planned)
    #expect(planned.states.map(\.gift) == [gifts[3], gifts[5]])
    let later = try await store.view(at: .instant(try hour(2)), of: .planned)
    #expect(later.states.map(\.gift) == [gifts[5]])
    #expect(try await store.view(at: .instant(try hour(3)), of: .planned).states.isEmpty)
  }
}
