import GiftDomain
import GiftStore
import Postgres
import StoreSupport
import Support
import Testing

/// What a role may do at most, whatever the login may.
@Suite(.timeLimit(.minutes(5)))
struct RoleTests {
  @Test(
    arguments: [
      (StoreRole.reader, []), (.scheduler, ["INSERT announcement", "UPDATE tick.is_tick"]),
      (
        .editor,
        [
          "INSERT animation_version", "INSERT announcement", "INSERT asset",
          "INSERT asset_coding", "INSERT availability",
          "INSERT change",
          "INSERT definition", "INSERT gift", "INSERT gift_change", "INSERT gift_group",
          "INSERT rotation",
          "INSERT rotation_gift", "INSERT rotation_plan", "INSERT version_picture",
          "INSERT zone_rules",
          "UPDATE availability.until_change",
          "UPDATE definition.until_change", "UPDATE head.is_head",
          "UPDATE rotation_gift.until_change", "UPDATE tick.is_tick",
          "UPDATE version_picture.until_change",
        ]
      ),
    ])
  func `a role writes what it has to and nothing else`(
    role: StoreRole, allowed: [String]
  ) async throws {
    let connection = try await StoreFixture.untouchedConnection(as: role)
    var found: [String] = []
    for write in try await writes() where try await connection.may(write.sql) {
      found.append(write.name)
    }
    #expect(found.sorted() == allowed)
  }

  @Test(
    arguments: [StoreRole.reader, .editor, .scheduler],
    [
      "CREATE TABLE extra (id bigint)", "DROP TABLE gift", "ALTER TABLE gift ADD note text",
      "ALTER TABLE definition DROP CONSTRAINT definition_has_a_name",
      "ALTER TABLE definition DISABLE TRIGGER ALL", "CREATE INDEX ON gift (since_change)",
      "CREATE SCHEMA extra", "DROP EXTENSION btree_gist",
      "ALTER TABLE change OWNER TO CURRENT_USER",
      "CREATE ROLE extra",
    ])
  func `a role changes no table and no right`(role: StoreRole, sql: String) async throws {
    let connection = try await StoreFixture.untouchedConnection(as: role)
    #expect(try await !connection.may(sql))
  }

  @Test func `not even a temporary table is the reader's to make`() async throws {
    // Rights on a database are not copied with it, so this one is migrated itself.
    let fixture = try await StoreFixture.empty()
    _ = try await fixture.store(.owner).migrate()
    let connection = try await fixture.connection(as: .reader)
    #expect(try await !connection.may("CREATE TEMPORARY TABLE extra (id bigint)"))
  }

  /// The columns of tables of which a role sees some, and the tables that it sees nothing of.
  @Test(
    arguments: [
      (
        StoreRole.reader,
        [
          "animation_version.findings", "announcement", "change.actor", "change.commands",
          "change.difference", "change.login", "change.reason", "change.verb",
          "definition.latest_version", "definition.note", "gift", "head", "rotation", "tick",
        ]
      ),
      (
        .scheduler,
        [
          "animation_version", "asset", "asset_coding", "change.actor",
          "change.alters_catalogue",
          "change.commands", "change.difference", "change.digest", "change.login",
          "change.reason", "change.verb",
          "definition", "gift", "gift_group", "head",
          "rotation", "rotation_gift", "version_picture",
        ]
      ), (.editor, []),
    ])
  func `a role sees what it has to and nothing else`(
    role: StoreRole, hidden: [String]
  ) async throws {
    let connection = try await StoreFixture.untouchedConnection(as: role)
    let found = try await connection.texts(
      """
      SELECT DISTINCT CASE WHEN has_any_column_privilege(current_user, c.oid, 'SELECT')
        THEN c.relname || '.' || a.attname ELSE c.relname END AS value
      FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
      WHERE c.relnamespace = 'gift'::regnamespace AND c.relkind = 'r' AND a.attnum > 0
        AND NOT has_column_privilege(current_user, c.oid, a.attnum, 'SELECT')
      ORDER BY 1
      """)
    #expect(found == hidden)
    // The database says the same to who asks without a store.
    for name in found {
      let parts = name.split(separator: ".")
      let column = parts.count > 1 ? parts[1] : "*"
      #expect(try await !connection.may("SELECT \(column) FROM \(parts[0])"), "\(name)")
    }
  }

  @Test func `the reader sees no row of a draft, and all of a gift that has a plan`() async throws {
    let fixture = try await StoreFixture.migrated()
    let editor = fixture.store()
    for (byte, gift) in ["draft", "planned", "turned"].enumerated() {
      try await editor.edit(.add(UInt8(byte)), of: try GiftID(gift))
    }
    let seen = fixture.store(.reader)
    let before = try await seen.followed(nil)
    #expect(before.view.states.isEmpty)
    try await editor.edit(.publish(), of: try GiftID("planned"))
    let zone = try #require(try await editor.zone(london))
    try await editor.plan(try .weekly(["turned"], in: zone), as: "spring")
    let reader = try await fixture.connection(as: .reader)
    let all = try await fixture.connection(as: .editor)
    for table in ["definition", "animation_version", "gift_change"] {
      let gifts = "SELECT DISTINCT gift AS value FROM \(table) ORDER BY 1"
      #expect(try await reader.texts(gifts) == ["planned", "turned"])
      #expect(try await all.texts(gifts) == ["draft", "planned", "turned"])
    }
    let count = "SELECT count(*)::text AS value FROM asset"
    #expect(try await reader.texts(count) == ["2"])
    #expect(try await all.texts(count) == ["3"])
    let after = try await seen.followed(before)
    #expect(after.view.states.map(\.gift.text) == ["planned", "turned"])
    // A plan that is another one when somebody reads again.
    try await editor.plan(try .weekly(["draft"], in: zone), as: "summer")
    var patch = RotationPatch()
    patch.lineup = [LineupSpec(gift: try GiftID("planned"), version: nil)]
    try await editor.change(.edit(patch), of: "summer")
    let last = try await seen.followed(after)
    #expect(last.view.states.map(\.gift.text) == ["draft", "planned", "turned"])
  }

  @Test func `a coding comes with its bytes, and none is added later`() async throws {
    let fixture = try await StoreFixture.migrated()
    try await fixture.store().edit(.add(1), of: try GiftID("rose"))
    let editor = try await fixture.connection(as: .editor)
    let insert = "INSERT INTO asset_coding SELECT sha256, 'br', '' FROM asset"
    await #expect {
      try await editor.transaction(ending: .rollback) { session in try session.script(insert) }
    } throws: { error in
      guard case PostgresError.server(_, "asset_coding_comes_with_its_bytes", _, _) = error else {
        return false
      }
      return true
    }
  }

  @Test func `the store says not allowed to a reader who wants more`() async throws {
    let fixture = try await StoreFixture.migrated()
    let rose = try GiftID("rose")
    try await fixture.store().edit(.add(1), of: rose)
    let reader = fixture.store(.reader)
    await #expect(throws: StoreError.notAllowed(statement: "record_head")) {
      try await reader.record(of: rose)
    }
    await #expect(throws: StoreError.notAllowed(statement: "change_list")) {
      try await reader.allChanges()
    }
    await #expect(throws: StoreError.notAllowed(statement: "change_part")) {
      try await reader.archive()
    }
    await #expect(throws: StoreError.notAllowed(statement: "definition_of_gifts")) {
      try await reader.edit(.add(2), of: rose)
    }
    await #expect(throws: StoreError.notAllowed(statement: "definition_of_gifts")) {
      try await reader.edit(.add(2), of: GiftID("heart"))
    }
    #expect(try await fixture.store().allChanges().count == 1)
  }

  @Test func `the reader reads all that clients may see`() async throws {
    let fixture = try await StoreFixture.migrated()
    let rose = try GiftID("rose")
    let editor = fixture.store()
    try await editor.edit(.add(1), of: rose)
    try await editor.edit(.publish(), of: rose)
    let reader = fixture.store(.reader)
    for moment in [Moment.change(try .number(1)), .change(try .number(2))] {
      let seen = try await editor.view(at: moment).states.map(\.forClients)
      #expect(try await reader.view(at: moment).states == seen)
    }
    #expect(try await reader.view(at: .now).catalogue.items.map(\.gift) == [rose])
    #expect(try await reader.asset(try Upload(byte: 1).candidate.asset) == [1])
  }

  /// Every way to write every table.
  private func writes() async throws -> [(name: String, sql: String)] {
    let owner = try await StoreFixture.untouchedConnection()
    let tables = try await owner.texts(
      "SELECT tablename::text AS value FROM pg_tables WHERE schemaname = 'gift' ORDER BY 1")
    try #require(tables.count >= 8)
    let columns = try await owner.texts(
      """
      SELECT table_name || '.' || column_name AS value FROM information_schema.columns
      WHERE table_schema = 'gift' AND is_generated = 'NEVER' ORDER BY 1
      """)
    return tables.flatMap { table in
      [
        ("INSERT \(table)", "INSERT INTO \(table) DEFAULT VALUES"),
        ("DELETE \(table)", "DELETE FROM \(table)"),
        ("TRUNCATE \(table)", "TRUNCATE \(table) CASCADE"),
      ]
    }
      + columns.map { column in
        let parts = column.split(separator: ".")
        return ("UPDATE \(column)", "UPDATE \(parts[0]) SET \(parts[1]) = \(parts[1])")
      }
  }
}
