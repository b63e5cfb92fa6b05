import GiftDomain
import GiftStore
import StoreSupport
import Support
import Testing

/// Rows that the owner forced in, or that no constraint can refuse: a database cannot follow the
/// domain in all that it asks of names.
@Suite(.timeLimit(.minutes(5)))
struct BrokenGiftTests {
  @Test(arguments: [
    (locales: "'{en}'", names: "ARRAY[' Star']", note: "NULL"),
    (locales: "'{en}'", names: "ARRAY[E'St\\u0007ar']", note: "NULL"),
    (locales: "'{en}'", names: "'{Star}'", note: "E'\\u202e'"),
  ])
  func `a gift that cannot be read is left out, and nothing else`(
    locales: String, names: String, note: String
  ) async throws {
    let fixture = try await StoreFixture.migrated()
    let store = fixture.store()
    let follower = fixture.store(.reader)
    let (heart, star) = (try GiftID("heart"), try GiftID("star"))
    for (byte, gift) in [heart, star].enumerated() {
      try await store.edit(.add(UInt8(byte)), of: gift)
      try await store.edit(.publish(), of: gift)
    }
    let before = try await follower.followed(nil)
    #expect(before.view.catalogue.items.map(\.gift) == [heart, star])
    try await store.edit(.retire(at: try await store.clock().hours(1)), of: star)
    try await fixture.redefineStar("name_locale", locales, "name_text", names, "note", note)
    // What no client may see breaks nothing for clients.
    let expected: [BrokenPart] = note == "NULL" ? [.gift(star)] : []
    for earlier in [before, nil] {
      let view = try await follower.followed(earlier).view
      #expect(view.broken == expected && view.catalogue.items.map(\.gift).contains(heart))
      #expect(view.states.count + view.broken.count == 2)
    }
    let view = try await store.view(at: .now)
    #expect(view.broken == [.gift(star)] && view.states.map(\.gift) == [heart])
    let listing = try await store.listing(at: .now)
    #expect(listing.broken == [.gift(star)] && listing.gifts.map(\.gift) == [heart])
    // As it was before, it can be read.
    #expect(try await store.view(at: .change(try ChangeNumber(4))).broken.isEmpty)
    // What needs it names it, and the others can be edited and announced.
    await #expect(throws: StoreError.broken(.gift(star))) { try await store.record(of: star) }
    await #expect(throws: StoreError.broken(.gift(star))) { try await store.archive() }
    await #expect(throws: StoreError.broken(.gift(star))) {
      try await store.edit(.publish(), of: star)
    }
    try await store.edit(.retire(at: nil), of: heart)
    _ = try await store.tick(nil, limit: 10)
    // Mended, it comes back with the next edit, and from a file at once.
    let broken = try await follower.followed(nil)
    try await fixture.script(
      """
      ALTER TABLE definition DISABLE TRIGGER USER;
      UPDATE definition SET name_text = '{Star}', note = NULL
      WHERE gift = 'star' AND until_change IS NULL
      """)
    let kept = FollowedCatalogue(
      view: broken.view, position: broken.position, isFromFile: true)
    #expect(try await follower.followed(kept).view.broken.isEmpty)
    try await store.edit(.publish(), of: heart)
    let whole = try await follower.followed(broken).view
    #expect(whole.broken.isEmpty && whole.states.map(\.gift) == [heart, star])
    await store.close()
    await follower.close()
  }
}

extension BrokenGiftTests {
  @Test func `a gift whose playback cannot be is left out, and nothing else`() async throws {
    let fixture = try await StoreFixture.migrated()
    let store = fixture.store()
    let (heart, star) = (try GiftID("heart"), try GiftID("star"))
    for (byte, gift) in [heart, star].enumerated() {
      try await store.edit(.add(UInt8(byte)), of: gift)
      try await store.edit(.publish(), of: gift)
    }
    try await fixture.script(
      """
      ALTER TABLE animation_version DISABLE TRIGGER USER;
      ALTER TABLE animation_version DROP CONSTRAINT animation_version_playback_is_one;
      UPDATE animation_version SET playback = '{"loop":5000,"segments":[]}' WHERE gift = 'star'
      """)
    let view = try await fixture.store(.reader).followed(nil).view
    #expect(view.broken == [.gift(star)] && view.catalogue.items.map(\.gift) == [heart])
    await #expect(throws: StoreError.broken(.gift(star))) { try await store.record(of: star) }
    try await store.edit(.retire(at: nil), of: heart)
    await store.close()
  }
}

extension StoreFixture {
  /// Another definition of star, forced in by the owner under the newest change.
  fileprivate func redefineStar(_ columnsAndValues: String...) async throws {
    let owner = try await connection(as: .owner)
    let columns = try await owner.texts(
      """
      SELECT string_agg(attname, ', ' ORDER BY attnum) AS value FROM pg_attribute
      WHERE attrelid = 'definition'::regclass AND attnum > 0 AND NOT attisdropped
      """)[0]
    var values = columns.replacing("since_change", with: "(SELECT change FROM head)")
    for index in stride(from: 0, to: columnsAndValues.count, by: 2) {
      values = values.replacing(columnsAndValues[index], with: columnsAndValues[index + 1])
    }
    try await owner.script(
      """
      ALTER TABLE definition DROP CONSTRAINT IF EXISTS definition_names_can_be_read,
        DROP CONSTRAINT IF EXISTS definition_note_is_a_line;
      UPDATE definition SET until_change = (SELECT change FROM head) WHERE gift = 'star';
      INSERT INTO definition (\(columns))
      SELECT \(values.replacing("until_change", with: "NULL")) FROM definition WHERE gift = 'star';
      """)
  }
}
