import GiftDomain
import GiftStore
import Postgres
import StoreSupport
import Support
import Testing

/// What a clock did that was ahead, or whoever wrote rows by hand, and how it is repaired.
@Suite(.timeLimit(.minutes(5)))
struct RepairTests {
  private static let year: Int64 = 31_536_000

  /// Daily turns of two gifts since yesterday, and a star without any plan.
  private static func past(_ now: Timestamp) throws -> PastCatalogue {
    PastCatalogue(
      start: try now.hours(-60), gifts: ["heart", "rose", "star"],
      edits: [
        .init(
          rotation: "spring", at: try now.hours(-59),
          plan: try .daily(["heart", "rose"], hours: -30, from: now))
      ])
  }

  /// What may be edited.
  enum Kind: CaseIterable {
    case gift
    case rotation
  }

  @discardableResult
  private func edit(_ kind: Kind, in store: GiftStore) async throws -> EditOutcome {
    let actor = try Actor("tester")
    switch kind {
    case .gift:
      let publish = Command.publish(
        gift: try GiftID("star"), version: nil, from: nil, until: nil, replace: .nothing)
      return try await store.commit([publish], EditRequest(verb: .publish, actor: actor))
    case .rotation:
      let skip = Command.skipTurn(rotation: try RotationName("spring"), turn: 400, skip: true)
      return try await store.commit([skip], EditRequest(verb: .rotation, actor: actor))
    }
  }

  @Test(arguments: Kind.allCases)
  func `an edit waits for no announcement, and a repair deletes those of the future`(
    kind: Kind
  ) async throws {
    let fixture = try await RotationFixture.holding(Self.past)
    let store = fixture.store(.owner)
    let tick = try await store.tick(nil, limit: 100).outcome
    #expect(tick.announced.count == 3)
    let connection = try await fixture.connection()
    // By hand, past the trigger.
    try await connection.script(
      """
      SET LOCAL session_replication_role = replica;
      INSERT INTO announcement VALUES
        (4, '9998-01-01', 'star', 'went_live', 1, NULL, NULL, 2, '9998-01-01')
      """)
    await connection.close()
    let outcome = try await edit(kind, in: store)
    let soon = try tick.at.hours(1)
    #expect(outcome.change?.value == 3 && outcome.at < soon)
    let repair = try await store.repair(by: try Actor("owner"))
    #expect(repair.change?.value == 4 && repair.ahead == nil && repair.deletedAnnouncements == 1)
    #expect(try await fixture.announcements() == tick.announced)
    #expect(try await store.tick(nil, limit: 100).outcome.announced.isEmpty)
    await store.close()
  }

  @Test(arguments: Kind.allCases)
  func `after a clock was ahead, a repair has instants begin anew`(kind: Kind) async throws {
    let fixture = try await RotationFixture.holding(Self.past)
    let clock = try await SettableClock(of: fixture.conninfo, in: TestCluster.shared())
    let store = fixture.store(.owner)
    let before = try await store.view(at: .now)
    #expect(try await store.tick(nil, limit: 1_000).outcome.announced.count == 3)
    try await clock.go(ahead: Self.year)
    // The star, in a year; and the rotation as it will be then.
    for kind in Kind.allCases { try await edit(kind, in: store) }
    #expect(try await store.tick(nil, limit: 1_000).outcome.announced.count > 700)
    try await clock.go(ahead: 0)
    await #expect(throws: StoreError.self) { try await retireRose(in: store) }
    #expect(try await store.view(at: .now).catalogue.items == before.catalogue.items)

    let repair = try await store.repair(by: try Actor("owner"))
    #expect(repair.change?.value == 5 && repair.ahead.map { $0 > repair.at } == true)
    #expect(repair.deletedAnnouncements > 700)
    #expect(try await fixture.announcements().count == 3)
    let after = try await store.view(at: .now)
    #expect(after.change.value == 5 && after.catalogue.items == before.catalogue.items)
    #expect(after.alteredAt == repair.at)
    let again = try await store.repair(by: try Actor("owner"))
    #expect(again.change == nil && again.deletedAnnouncements == 0)

    let outcome = try await edit(kind, in: store, undoing: true)
    #expect(outcome.change?.value == 6 && outcome.at >= repair.at)
    #expect(try await store.view(at: .instant(repair.at)).change.value == 5)
    #expect(try await store.view(at: .instant(try repair.at.hours(-1))).change.value == 2)
    // Long after the instants that were given up, the newest change counts.
    let later = try await store.view(at: .instant(try repair.at.hours(30 * 8_760)))
    #expect(later.change.value == 6)
    try await clock.go(ahead: 2 * Self.year)
    #expect(
      try await store.view(at: .instant(try repair.at.hours(13 * 730))).change.value == 6)
    try await roundTrip(store)
    await store.close()
  }

  /// The same edit taken back.
  private func edit(
    _ kind: Kind, in store: GiftStore, undoing: Bool
  ) async throws -> EditOutcome {
    let actor = try Actor("tester")
    switch kind {
    case .gift:
      return try await store.commit(
        [.retire(gift: try GiftID("star"), at: nil)], EditRequest(verb: .retire, actor: actor))
    case .rotation:
      return try await store.commit(
        [.skipTurn(rotation: try RotationName("spring"), turn: 500, skip: true)],
        EditRequest(verb: .rotation, actor: actor))
    }
  }

  private func retireRose(in store: GiftStore) async throws {
    _ = try await store.commit(
      [.retire(gift: try GiftID("rose"), at: nil)],
      EditRequest(verb: .retire, actor: try Actor("tester")))
  }

  /// A repaired history is one that an archive holds.
  private func roundTrip(_ store: GiftStore) async throws {
    let archive = try await store.archive()
    let copy = try await RotationFixture.migrated().store(.editor)
    #expect(try await copy.restore(archive) { _ in PastCatalogue.bytes })
    #expect(try await copy.archive() == archive)
    await copy.close()
  }

  @Test func `a dry run repairs nothing`() async throws {
    let fixture = try await RotationFixture.holding(Self.past)
    let clock = try await SettableClock(of: fixture.conninfo, in: TestCluster.shared())
    let store = fixture.store(.owner)
    try await clock.go(ahead: Self.year)
    try await edit(.gift, in: store)
    try await clock.go(ahead: 0)
    let before = try await store.archive()
    let outcome = try await store.repair(by: try Actor("owner"), isDryRun: true)
    #expect(outcome.change?.value == 4)
    #expect(try await store.archive() == before)
    await store.close()
  }

  @Test func `nothing of the future is nothing to repair`() async throws {
    let fixture = try await RotationFixture.holding(Self.past)
    let store = fixture.store(.owner)
    _ = try await store.tick(nil, limit: 100)
    let before = try await store.archive()
    let outcome = try await store.repair(by: try Actor("owner"))
    #expect(outcome.change == nil && outcome.ahead == nil && outcome.deletedAnnouncements == 0)
    #expect(try await store.archive() == before)
    await store.close()
  }

  @Test(arguments: [
    (StoreRole.reader, "tick_lock"), (.scheduler, "head_lock"),
    (.editor, "announcement_delete_future"),
  ])
  func `only the owner repairs`(role: StoreRole, statement: String) async throws {
    let store = try await RotationFixture.migrated().store(role)
    await #expect(throws: StoreError.notAllowed(statement: statement)) {
      try await store.repair(by: try Actor("tester"))
    }
    await store.close()
  }
}
