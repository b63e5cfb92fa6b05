import GiftDomain
import GiftStore
import Postgres
import StoreSupport
import Support
import Testing

/// When an edit counts from: an instant at which everybody else already had to wait for it.
@Suite(.timeLimit(.minutes(5)))
struct EditInstantTests {
  private static let gifts = 300

  /// Editors who have read what they edit, and now wait for somebody who has the lock.
  private static let waiting = """
    SELECT count(*) AS value FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event IN ('transactionid', 'tuple')
      AND query LIKE '%FROM head FOR UPDATE%'
    """

  @Test func `what was shown while edits waited for their turn is what was shown then`()
    async throws
  {
    let fixture = try await StoreFixture.migrated()
    let rose = try GiftID("rose")
    let (importer, editor, viewer) = (fixture.store(), fixture.store(), fixture.store(.reader))
    try await editor.edit(.add(1), of: rose)
    try await editor.edit(.publish(), of: rose)
    let watcher = try await fixture.connection()
    let begun = try await viewer.clock()
    let held = try await HeldTransaction("SELECT FROM head FOR UPDATE", fixture.settings())
    async let imported = importer.importLiveGifts(Self.gifts)
    try await watcher.awaitInt(1, Self.waiting)
    // Whoever comes second finds that the first has been faster, and reads again.
    async let retired = editor.edit(.retire(), of: rose)
    try await watcher.awaitInt(2, Self.waiting)
    let asked = try await viewer.clock()
    let instants = [begun, try asked.advanced(byMicroseconds: -1), asked]
    var shown: [CatalogueView] = []
    for instant in instants { shown.append(try await viewer.view(at: .instant(instant))) }
    #expect(shown.allSatisfy { $0.catalogue.items.map(\.gift) == [rose] })
    try await held.end()
    let outcomes = try await [imported, retired]
    #expect(outcomes.allSatisfy { $0.at > asked })
    #expect(try Set(outcomes.map(\.change)) == [.number(3), .number(4)])
    for (instant, before) in zip(instants, shown) {
      let after = try await viewer.view(at: .instant(instant))
      #expect(after.change == before.change)
      #expect(after.states == before.states)
      #expect(after.catalogue == before.catalogue)
    }
    #expect(try await viewer.view(at: .now).catalogue.items.count == Self.gifts)
    for store in [importer, editor, viewer] { await store.close() }
    await watcher.close()
  }
}

extension GiftStore {
  /// Gifts that are live at once, each with an animation, in one change.
  fileprivate func importLiveGifts(_ count: Int) async throws -> EditOutcome {
    let actions = try (0..<count).map { try GiftAction.add(UInt8($0 % 250)) }
    let commands = try actions.enumerated().flatMap { index, action in
      let gift = try GiftID("gift-\(index)")
      return action.commands(of: gift) + GiftAction.publish().commands(of: gift)
    }
    return try await commit(
      commands, EditRequest(verb: .import, actor: try Actor("tester")),
      uploads: actions.compactMap(\.upload))
  }
}
