import GiftDomain
import GiftStore
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
      INSERT INTO zone_rules VALUES (sha256('{}'), '{}');
      UPDATE rotation_plan SET zone = sha256('{}') WHERE rotation = 'spring';
      """)
    let spring = try RotationName("spring")
    let after = try await editor.view(at: .now)
    #expect(after.broken == [spring])
    #expect(after.rotations == before.rotations.filter { $0.name != spring })
    #expect(after.states.map(\.gift) == before.states.map(\.gift))
    #expect(after.catalogue.items.map(\.gift.text).contains("star"))
    // Also to who goes on from what was read.
    let follower = fixture.store(.reader)
    let first = try await follower.followed(nil)
    #expect(first.view.broken == [spring])
    try await editor.edit(.retire(at: nil), of: try GiftID("star"))
    let second = try await follower.followed(first)
    #expect(second.view.broken == [spring])
    #expect(second.view.states.count == first.view.states.count)
    // A backup would lack it, and an edit of it would be about something else.
    await #expect(throws: StoreError.rotationBroken(spring)) { try await editor.archive() }
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
    await #expect(throws: StoreError.rotationBroken(spring)) {
      try await editor.undo(5)
    }
    try await editor.undo(7)
    #expect(try await editor.view(at: .now).catalogue.items.map(\.gift.text).contains("star"))
    try await editor.edit(.retire(at: nil), of: try GiftID("star"))
    // Nor is what it showed announced as if it had not.
    await #expect(throws: StoreError.rotationBroken(spring)) {
      try await editor.tick(nil, limit: 10)
    }
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
