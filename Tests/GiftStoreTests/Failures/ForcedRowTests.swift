import GiftDomain
import GiftStore
import Postgres
import Support
import Testing

/// Rows that the owner forced in past the constraints: each costs the part that it is about, and
/// stops nothing else.
@Suite(.timeLimit(.minutes(5)))
struct ForcedRowTests {
  /// Statements about the gift star, or the changes and announcements around it, and whether
  /// clients lack something.
  static let forced: [(isServed: Bool, sql: String)] = [
    (
      false,
      "UPDATE animation_version SET number = 9223372036854775807 WHERE gift = 'star' AND number = 2"
    ),
    (false, "UPDATE animation_version SET duration_ms = -1 WHERE gift = 'star'"),
    (false, "UPDATE animation_version SET frame_count = 'NaN' WHERE gift = 'star'"),
    (false, "UPDATE animation_version SET playback = 'null' WHERE gift = 'star'"),
    (
      false,
      #"UPDATE animation_version SET playback = '{"segments":[],"loop":false}'"#
        + " WHERE gift = 'star'"
    ),
    (false, "UPDATE availability SET from_at = 'infinity' WHERE gift = 'star'"),
    (false, "UPDATE availability SET version = 0 WHERE gift = 'star'"),
    (false, "UPDATE availability SET price = -1, until_at = '9999-01-01' WHERE gift = 'star'"),
    (false, "UPDATE definition SET name_text = '{NULL}' WHERE gift = 'star'"),
    (
      false,
      "UPDATE definition SET name_locale = '{EN}', name_fallback = 'EN'"
        + " WHERE gift = 'star'"
    ),
    (false, "UPDATE definition SET price = 99999999 WHERE gift = 'star'"),
    (false, "UPDATE definition SET tag = '{b,a}' WHERE gift = 'star'"),
    (false, "UPDATE definition SET only_platform = '{tv}' WHERE gift = 'star'"),
    (false, "UPDATE definition SET place_number = '{1000001}' WHERE gift = 'star'"),
    (false, "UPDATE version_picture SET settings = -1 WHERE gift = 'star'"),
    (
      true,
      "UPDATE gift_change SET change = -1"
        + " WHERE ctid = (SELECT ctid FROM gift_change WHERE gift = 'star' LIMIT 1)"
    ),
    (
      false,
      """
      UPDATE gift SET id = 'Not a slug' WHERE id = 'star';
      UPDATE definition SET gift = 'Not a slug' WHERE gift = 'star';
      UPDATE animation_version SET gift = 'Not a slug' WHERE gift = 'star';
      UPDATE availability SET gift = 'Not a slug' WHERE gift = 'star';
      UPDATE version_picture SET gift = 'Not a slug' WHERE gift = 'star';
      UPDATE gift_change SET gift = 'Not a slug' WHERE gift = 'star';
      UPDATE announcement SET gift = 'Not a slug' WHERE gift = 'star'
      """
    ),
    (true, "UPDATE change SET actor = E'\\u202e', reason = E'\\u0007', login = E'\\u0007'"),
    (true, "UPDATE change SET actor = '', verb = 'paint' WHERE number = 2"),
    (true, "UPDATE change SET at = '-infinity' WHERE number = 1"),
    (true, "UPDATE change SET commands = '[{\"paint\":1}]'"),
    (true, "UPDATE change SET verb = 'undo', commands = '[{\"undo\":{\"change\":\"x\"}}]'"),
    (true, "UPDATE announcement SET event = 'exploded'"),
    (true, "UPDATE announcement SET due_at = '-infinity', gift = 'star'"),
    (true, "UPDATE announcement SET version = -1, turn = -1, rotation = 'Not a slug'"),
    (false, "UPDATE gift_group SET settings = 'null'"),
    (true, "UPDATE gift_group SET name = 'Not a slug'"),
    (false, "UPDATE rotation_plan SET cadence_count = 0"),
    (false, "UPDATE rotation_plan SET anchor_local = 'infinity'"),
    (true, "UPDATE rotation_gift SET rotation = 'Not a slug'"),
  ]

  @Test(arguments: forced.indices)
  func `a row that cannot be read costs what it is about`(_ index: Int) async throws {
    let (isServed, sql) = Self.forced[index]
    let (fixture, store) = try await Self.scene()
    let follower = fixture.store(.reader)
    let before = try await follower.followed(nil)
    try await store.edit(.add(3, price: 3), of: try GiftID("star"))
    try await fixture.force(sql)
    let heart = try GiftID("heart")
    // Rows that are read again when something else is edited are those of what was edited.
    for earlier in sql.contains("Not a slug") || !sql.contains("gift = 'star'")
      ? [nil] : [before, nil]
    {
      let view = try await follower.followed(earlier).view
      #expect(view.catalogue.items.map(\.gift).contains(heart))
      #expect(isServed == view.broken.isEmpty, "\(view.broken)")
    }
    let view = try await store.view(at: .now)
    #expect(view.states.map(\.gift).contains(heart))
    #expect(try await store.listing(at: .now).gifts.map(\.gift).contains(heart))
    _ = try await store.events(of: nil, by: nil, at: .now, before: nil, limit: 50)
    _ = try await store.events(of: heart, by: nil, at: .now, before: nil, limit: 50)
    #expect(try await store.record(of: heart)?.current().gift == heart)
    try await store.edit(.add(9, price: 9), of: heart)
    try await store.edit(.rollBack(to: nil), of: heart)
    let scheduler = fixture.store(.scheduler)
    _ = try await scheduler.tick(nil, limit: 10)
    for store in [store, follower, scheduler] { await store.close() }
  }

  @Test func `a change or announcement that no program wrote is named, and others are listed`()
    async throws
  {
    let (fixture, store) = try await Self.scene()
    try await fixture.force("UPDATE change SET verb = 'paint' WHERE number = 2")
    let past = try await store.events(of: nil, by: nil, at: .now, before: nil, limit: 50)
    #expect(past.broken == [.change(2), .announcement(1)])
    #expect(past.changes.map(\.record.number.value).sorted() == [1] + (3...past.change.value))
    await store.close()
  }

  /// The gifts heart and star, with pictures, a group, a rotation and an announcement.
  private static func scene() async throws -> (StoreFixture, GiftStore) {
    let fixture = try await StoreFixture.migrated()
    let store = fixture.store()
    try await store.add(["heart", "rose", "star"])
    for name in ["heart", "star"] { try await store.edit(.publish(), of: try GiftID(name)) }
    let utc = try #require(try await store.zone("UTC"))
    try await store.plan(try .weekly(["rose"], in: utc))
    _ = try await store.commit(
      [.setPlacement(placement: try PlacementName("splash"), choose: .all)],
      EditRequest(verb: .placement, actor: try Actor("anna")))
    try await fixture.force(
      """
      INSERT INTO version_picture (gift, version, since_change, renderer, settings, obstacle)
      VALUES ('star', 1, 1, repeat('a', 40), 1, 'blank');
      INSERT INTO announcement (number, due_at, gift, event, version, change, announced_at)
      VALUES (1, now() - interval '1 hour', 'star', 'went_off', 1, 1, now())
      """)
    return (fixture, store)
  }
}

extension StoreFixture {
  /// Runs statements as the owner, without constraints and triggers.
  fileprivate func force(_ sql: String) async throws {
    let owner = try await connection(as: .owner)
    let drops = try await owner.texts(
      """
      SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS value
      FROM pg_constraint WHERE connamespace = 'gift'::regnamespace AND contype IN ('c', 'x')
      """)
    try await owner.script(
      (["SET session_replication_role = replica"] + drops + [sql])
        .joined(separator: ";\n"))
    await owner.close()
  }
}
