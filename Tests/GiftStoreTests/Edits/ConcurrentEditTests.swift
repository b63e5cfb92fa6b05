import GiftDomain
import GiftStore
import Testing

/// Twenty editors at once, each with a store of their own.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ConcurrentEditTests {
  private static let editors = 20

  @Test(arguments: [1, 7])
  func `editors at once get an answer each, and numbers without gaps`(giftCount: Int) async throws {
    let fixture = try await StoreFixture.migrated()
    let gifts = try (0..<giftCount).map { index in try GiftID("gift-\(index)") }
    for gift in gifts { try await fixture.store().edit(.add(1), of: gift) }
    let outcomes = try await withThrowingTaskGroup { group in
      for editor in 0..<Self.editors {
        group.addTask { try await Self.answers(to: editor, of: gifts, fixture) }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(outcomes.count == 4 * Self.editors)
    let numbers = outcomes.compactMap(\.self).sorted()
    let changes = try await fixture.store().allChanges().map(\.record)
    #expect(changes.map(\.number.value) == Array(1...Int64(changes.count)))
    #expect(numbers == changes.dropFirst(giftCount).map(\.number))
    #expect(changes.map(\.at) == changes.map(\.at).sorted())
    #expect(numbers.count > Self.editors)
  }

  /// The change numbers of one editor's edits; nil where there was nothing to do.
  ///
  /// That is so for a rejected edit too. Any other end of an edit fails the test.
  private static func answers(
    to editor: Int, of gifts: [GiftID], _ fixture: StoreFixture
  ) async throws -> [ChangeNumber?] {
    var limits = StoreLimits()
    limits.connections = 1
    let store = fixture.store(limits: limits)
    let gift = gifts[editor % gifts.count]
    let actions: [GiftAction] = [
      try .add(UInt8(editor % 5), price: Int64(editor)), .publish(), .retire(),
      .publish(.first, until: try Timestamp(microseconds: 1)),
    ]
    var answers: [ChangeNumber?] = []
    for action in actions {
      do {
        answers.append(try await store.edit(action, of: gift).change)
      } catch StoreError.rejected {
        answers.append(nil)
      }
    }
    await store.close()
    return answers
  }
}
