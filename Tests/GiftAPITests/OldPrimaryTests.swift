import GiftDomain
import GiftStore
import HTTPTypes
import Testing

@testable import GiftAPI

struct OldPrimaryTests {
  @Test func `a database that has lost edits is not believed`() async throws {
    let stock = try await StockedCatalogue()
    let rose = try GiftID("rose")
    _ = try await stock.add(rose, "{}")
    _ = try await stock.publish(rose)
    let served = try await stock.get("/v1/catalogue")
    // As on a primary that was left behind: the last change never came.
    _ = try await stock.query(
      """
      SET session_replication_role = replica;
      DELETE FROM availability; DELETE FROM gift_change WHERE change = 2;
      DELETE FROM change WHERE number = 2;
      UPDATE head SET (change, at, digest) =
        (SELECT number, at, digest FROM change WHERE number = 1)
      """)
    let lost = StoreError.unreachable(reason: "the database has lost edits")
    await #expect(throws: lost) { try await stock.api.follower.refresh() }
    let answer = await stock.answer("/v1/catalogue")
    #expect(answer.body == served.body)
    #expect(answer.fields[.eTag] == served.fields[.eTag])
    #expect(await stock.answer("/rose.json").status == .ok)
  }

  @Test func `an old copy that was edited has other changes under the same numbers`() async throws {
    let stock = try await StockedCatalogue()
    let rose = try GiftID("rose")
    _ = try await stock.add(rose, "{}")
    _ = try await stock.publish(rose)
    let served = try await stock.get("/v1/catalogue")
    try await stock.forgetLastChange()
    _ = try await stock.add(try GiftID("tulip"), "[]")
    _ = try await stock.publish(try GiftID("tulip"))
    await #expect(throws: StoreError.editsMissing) { try await stock.api.follower.refresh() }
    #expect(await stock.answer("/v1/catalogue").body == served.body)
    #expect(stock.api.observed().lacksEdits)
  }

  @Test func `a database that is not believed is logged once, until another one is read`()
    async throws
  {
    let log = RecordedLog()
    let stock = try await StockedCatalogue(logger: log.logger)
    let rose = try GiftID("rose")
    _ = try await stock.add(rose, "{}")
    let hidden = "ALTER TABLE change RENAME TO hidden"
    let shown = "ALTER TABLE hidden RENAME TO change"
    for _ in 0..<2 {
      _ = try await stock.publish(rose)
      try await stock.api.follower.refresh()
      _ = try await stock.query(hidden)
      for _ in 0..<3 {
        await #expect(throws: StoreError.notMigrated) { try await stock.api.follower.refresh() }
      }
      _ = try await stock.query(shown)
    }
    try await stock.forgetLastChange()
    for _ in 0..<3 {
      await #expect(throws: StoreError.editsMissing) { try await stock.api.follower.refresh() }
    }
    let words = "warning: the database is not believed reason="
    #expect(
      log.warnings == [
        "\(words)the database has no catalogue, or an older one",
        "\(words)the database has no catalogue, or an older one",
        "\(words)the database has lost edits",
      ])
  }
}
