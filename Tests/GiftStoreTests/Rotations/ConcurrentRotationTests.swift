import GiftDomain
import GiftStore
import StoreSupport
import Testing

/// Editors at once, each with a store of their own.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ConcurrentRotationTests {
  private static let editors: Int64 = 8

  @Test func `of editors who want one gift at once, one gets it`() async throws {
    let fixture = try await StoreFixture.migrated()
    try await fixture.store().add(["rose"])
    let rose = try GiftID("rose")
    let wins = try await Self.all(fixture) { store, editor in
      let zone = try #require(try await store.zone(london))
      do {
        _ = try await store.plan(try .weekly(["rose"], in: zone), as: "rotation-\(editor)")
        return true
      } catch StoreError.rejected(.giftInRotation(rose, _)) {
        return false
      }
    }
    #expect(wins.count { $0 } == 1)
    let archive = try await fixture.store().archive()
    #expect(archive.plans.count == 1 && archive.bindings.count == 1)
    #expect(archive.changes.count == 2)
  }

  @Test func `edits of one rotation at once are all carried out, one after the other`()
    async throws
  {
    let fixture = try await StoreFixture.migrated()
    let store = fixture.store()
    try await store.add(["rose"])
    let zone = try #require(try await store.zone(london))
    try await store.plan(try .weekly(["rose"], in: zone))
    let numbers = try await Self.all(fixture) { store, editor in
      try await store.change(.skip(editor)).change
    }
    #expect(numbers.compactMap(\.self).map(\.value).sorted() == Array(3...10))
    #expect(try await store.plan(of: "spring").overrides.keys.sorted() == Array(1...Self.editors))
    let rotation = try #require(try await store.rotations().rotations.first)
    #expect(rotation.revisions.map(\.plan.overrides.count) == Array(0...8))
  }

  @Test func `of editors who expect the same state at once, one is not surprised`() async throws {
    let fixture = try await StoreFixture.migrated()
    let store = fixture.store()
    try await store.add(["rose"])
    let zone = try #require(try await store.zone(london))
    try await store.plan(try .weekly(["rose"], in: zone))
    let wins = try await Self.all(fixture) { store, editor in
      do {
        try await store.change(.skip(editor), expected: try .number(2))
        return true
      } catch StoreError.rejected(.rotationChangedSince) {
        return false
      }
    }
    #expect(wins.count { $0 } == 1)
    #expect(try await store.archive().changes.count == 3)
  }

  private static func all<Answer: Sendable>(
    _ fixture: StoreFixture,
    _ body: @escaping @Sendable (GiftStore, Int64) async throws -> Answer
  ) async throws -> [Answer] {
    try await withThrowingTaskGroup { group in
      for editor in 1...editors {
        group.addTask {
          let store = fixture.store()
          let answer = try await body(store, editor)
          await store.close()
          return answer
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}
