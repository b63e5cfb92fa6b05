import GiftDomain
import GiftStore
import StoreSupport
import Testing

/// A plan that no program of ours wrote.
@Suite(.timeLimit(.minutes(5)))
struct BrokenPlanTests {
  @Test func `a rotation of which a row is broken is left out, and nothing else`() async throws {
    let fixture = try await StoreFixture.migrated()
    let editor = fixture.store()
    try await editor.planSpringAndSummer()
    let before = try await editor.view(at: .now)
    #expect(before.rotations.count == 2 && before.broken.isEmpty)
    try await fixture.script(
      """
      ALTER TABLE rotation_plan DISABLE TRIGGER ALL;
      ALTER TABLE zone_rules DROP CONSTRAINT zone_rules_are_those_of_one_zone;
      INSERT INTO zone_rules VALUES (sha256('{}'), '{}');
      UPDATE rotation_plan SET zone = sha256('{}') WHERE rotation = 'spring';
      """)
    let spring = try RotationName("spring")
    let after = try await editor.view(at: .now)
    #expect(after.broken == [.rotation(spring)])
    #expect(after.rotations == before.rotations.filter { $0.name != spring })
    #expect(after.states.map(\.gift) == before.states.map(\.gift))
    #expect(after.catalogue.items.map(\.gift.text).contains("star"))
    // Also to who goes on from what was read.
    let follower = fixture.store(.reader)
    let first = try await follower.followed(nil)
    #expect(first.view.broken == [.rotation(spring)])
    try await editor.edit(.retire(at: nil), of: try GiftID("star"))
    let second = try await follower.followed(first)
    #expect(second.view.broken == [.rotation(spring)])
    #expect(second.view.states.count == first.view.states.count)
    // A backup would lack it, and an edit of it would be about something else.
    await #expect(throws: StoreError.broken(.rotation(spring))) { try await editor.archive() }
    let plan = try #require(after.rotations.first).plan
    for name in ["spring", "winter"] {
      await #expect(throws: StoreError.self) { try await editor.plan(plan, as: name) }
    }
    await #expect(throws: StoreError.self) {
      try await editor.edit(.retire(at: nil), of: try GiftID("heart"))
    }
    // The others are there to be looked at, and what was no edit of a rotation can be taken back.
    let (whole, broken, _) = try await editor.rotations()
    #expect(whole == after.rotations && broken == [spring])
    await #expect(throws: StoreError.broken(.rotation(spring))) {
      try await editor.undo(5)
    }
    try await editor.undo(7)
    #expect(try await editor.view(at: .now).catalogue.items.map(\.gift.text).contains("star"))
    try await editor.edit(.retire(at: nil), of: try GiftID("star"))
    // Mended, it is seen by who reads an edit.
    try await fixture.script(
      """
      UPDATE rotation_plan SET zone = (
        SELECT zone FROM rotation_plan WHERE rotation = 'summer') WHERE rotation = 'spring'
      """)
    try await editor.edit(.publish(), of: try GiftID("star"))
    #expect(try await follower.followed(second).view.broken.isEmpty)
    await editor.close()
    await follower.close()
  }

  @Test func `of a broken rotation nothing is announced, and of the others all`() async throws {
    let fixture = try await StoreFixture.migrated()
    let store = fixture.store()
    let now = try await store.clock()
    let utc = try #require(try await store.zone("UTC"))
    let past = try PastCatalogue(
      start: now.hours(-100), gifts: ["heart", "star"],
      edits: ["heart", "star"].enumerated().map { index, gift in
        .init(
          rotation: ["spring", "summer"][index], at: try now.hours(Int64(index) - 99),
          plan: try .daily([gift], hours: -50, from: now, in: utc, stay: Stay(1, .hour)))
      })
    #expect(try await store.restore(past.archive(), bytes: sampleBytes))
    let first = try await store.tick(nil, limit: 4).outcome.announced.map(\.announcement.gift.text)
    #expect(first == ["heart", "star", "heart", "star"])
    try await fixture.script(
      """
      ALTER TABLE rotation_plan DISABLE TRIGGER ALL;
      ALTER TABLE zone_rules DROP CONSTRAINT zone_rules_are_those_of_one_zone;
      INSERT INTO zone_rules VALUES (sha256('{}'), '{}');
      UPDATE rotation_plan SET zone = sha256('{}') WHERE rotation = 'spring';
      """)
    // Made before some of what was announced, as by a clock that is behind.
    try await store.edit(.add(9), of: try GiftID("rose"))
    try await fixture.script(
      """
      ALTER TABLE change DISABLE TRIGGER ALL;
      UPDATE change SET at = (SELECT min(due_at) FROM announcement) - interval '1 hour'
      WHERE number = 4;
      """)
    let rest = try await store.tick(nil, limit: 100).outcome.announced.map(\.announcement)
    #expect(rest.count == 4 && rest.allSatisfy { $0.gift.text == "star" }, "\(rest)")
    await store.close()
  }

  @Test func `a plan that brings what another rotation brings stops nothing`() async throws {
    let fixture = try await StoreFixture.migrated()
    let store = fixture.store()
    let follower = fixture.store(.reader)
    try await store.planSpringAndSummer()
    let before = try await store.view(at: .now)
    let followed = try await follower.followed(nil)
    try await store.edit(.retire(at: nil), of: try GiftID("star"))
    try await fixture.replanSummer("'{heart}'")
    let after = try await store.view(at: .now)
    #expect(after.broken.isEmpty && after.rotations.count == 2)
    let heart = try GiftID("heart")
    let brought = try #require(after.states.first { $0.gift == heart }).rotation
    #expect(brought == before.states.first { $0.gift == heart }?.rotation)
    #expect(try await store.listing(at: .now).gifts.map(\.gift) == after.states.map(\.gift))
    #expect(try await store.record(of: heart)?.current().gift == heart)
    #expect(try await follower.followed(followed).view.states.count == before.states.count)
    _ = try await store.tick(nil, limit: 10)
    try await store.edit(.publish(), of: try GiftID("star"))
    // Only a backup is not made of it, and says which change it is of.
    let error = await #expect(throws: StoreError.self) { try await store.archive() }
    guard case .archiveBroken(.rowsAltered) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    await store.close()
    await follower.close()
  }

  @Test(arguments: ["'{NULL}'", "'{Not a slug}'", "array_append('{rose}', NULL)"])
  func `a plan of what is not a gift breaks its rotation alone`(lineup: String) async throws {
    let fixture = try await StoreFixture.migrated()
    let store = fixture.store()
    try await store.planSpringAndSummer()
    try await store.edit(.retire(at: nil), of: try GiftID("star"))
    try await fixture.replanSummer(lineup)
    let view = try await store.view(at: .now)
    #expect(view.broken == [.rotation(try RotationName("summer"))])
    #expect(view.rotations.map(\.name.text) == ["spring"])
    #expect(try await store.listing(at: .now).gifts.map(\.gift) == view.states.map(\.gift))
    _ = try await store.tick(nil, limit: 10)
    try await store.edit(.publish(), of: try GiftID("star"))
    await store.close()
  }
}

extension StoreFixture {
  /// Another plan of summer, forced in by the owner under the newest change.
  fileprivate func replanSummer(_ lineup: String) async throws {
    let owner = try await connection(as: .owner)
    let columns = try await owner.texts(
      """
      SELECT string_agg(attname, ', ' ORDER BY attnum) AS value FROM pg_attribute
      WHERE attrelid = 'rotation_plan'::regclass AND attnum > 0
      """)[0]
    let values = columns.replacing("since_change", with: "(SELECT change FROM head)")
      .replacing("lineup_gift", with: lineup)
      .replacing("lineup_version", with: "array_fill(1, ARRAY[cardinality(\(lineup)::text[])])")
    try await owner.script(
      """
      ALTER TABLE rotation_plan DROP CONSTRAINT rotation_plan_names_gifts;
      INSERT INTO rotation_plan (\(columns))
      SELECT \(values) FROM rotation_plan WHERE rotation = 'summer'
      """)
  }
}

extension GiftStore {
  /// Star is live, spring brings heart, and summer rose: changes 1 to 6.
  fileprivate func planSpringAndSummer() async throws {
    for (byte, gift) in ["heart", "rose", "star"].enumerated() {
      try await edit(.add(UInt8(byte)), of: try GiftID(gift))
    }
    try await edit(.publish(), of: try GiftID("star"))
    let zone = try #require(try await zone(london))
    try await plan(try .weekly(["heart"], in: zone), as: "spring")
    try await plan(try .weekly(["rose"], in: zone), as: "summer")
  }

  fileprivate func undo(_ change: Int64) async throws {
    _ = try await commit(
      [.undo(change: try ChangeNumber(change))],
      EditRequest(verb: .undo, actor: try Actor("tester")))
  }
}
