import GiftDomain
import GiftStore
import Postgres
import StoreSupport
import Support
import Testing

/// What others plant beside the catalogue or in its schema, so that it is run by those who may do
/// more.
@Suite(.timeLimit(.minutes(5)))
struct SchemaAccessTests {
  /// Functions that fit the product's calls more closely than PostgreSQL's own.
  private static let plants = """
    CREATE FUNCTION %.unnest(text[]) RETURNS SETOF text LANGUAGE plpgsql
    AS 'BEGIN RAISE EXCEPTION ''planted''; END';
    CREATE FUNCTION %.unnest(bigint[]) RETURNS SETOF bigint LANGUAGE plpgsql
    AS 'BEGIN RAISE EXCEPTION ''planted''; END';
    CREATE FUNCTION %.format(text, name) RETURNS text LANGUAGE plpgsql
    AS 'BEGIN RAISE EXCEPTION ''planted''; END';
    CREATE FUNCTION %.format(text, text) RETURNS text LANGUAGE plpgsql
    AS 'BEGIN RAISE EXCEPTION ''planted''; END';
    CREATE TABLE %.migration (number bigint, name text, checksum bytea)
    """

  /// A schema `public` as databases of PostgreSQL 14 have it, and what a reader plants there.
  private func plant(in fixture: StoreFixture) async throws {
    try await fixture.script("GRANT CREATE ON SCHEMA public TO PUBLIC")
    let reader = try await fixture.connection(as: .reader)
    try await reader.script(Self.plants.replacing("%", with: "public"))
    await reader.close()
  }

  @Test func `what a reader plants in public runs in no editor's session`() async throws {
    let fixture = try await StoreFixture.migrated()
    try await plant(in: fixture)
    let store = fixture.store()
    try await store.add(["heart", "rose"])
    let zone = try #require(try await store.zone(london))
    try await store.plan(try .weekly(["heart", "rose"], in: zone), as: "spring")
    try await store.edit(.retire(), of: try GiftID("rose"))
    #expect(try await store.archive().changes.count == 3)
    #expect(try await fixture.store(.reader).view(at: .now).change.value == 3)
  }

  @Test func `what a reader plants in public runs in no migration`() async throws {
    // The roles belong to the cluster: another database has made them.
    _ = try await StoreFixture.untouched()
    let fixture = try await StoreFixture.empty()
    try await plant(in: fixture)
    let owner = fixture.store(.owner)
    #expect(try await !owner.migrate().applied.isEmpty)
    try await owner.checkSchema()
    try await fixture.store().edit(.add(1), of: try GiftID("rose"))
  }

  @Test(arguments: ["PUBLIC", "gift_reader"])
  func `a schema in which others may create is refused`(role: String) async throws {
    let fixture = try await StoreFixture.migrated()
    try await fixture.script("GRANT CREATE ON SCHEMA gift TO \(role)")
    try await expectRefusal(.schemaOpen(to: [role]), fixture)
  }

  @Test(arguments: [
    ("CREATE FUNCTION gift.unnest(text[]) RETURNS text RETURN 'x'", "gift.unnest(text[])"),
    // An overload of one of the catalogue's own.
    (
      """
      CREATE FUNCTION gift.change_is_true(text) RETURNS text RETURN 'x';
      ALTER FUNCTION gift.change_is_true(text) OWNER TO gift_reader
      """, "gift.change_is_true(text)"
    ),
    (
      "CREATE OPERATOR gift.= (LEFTARG = text, RIGHTARG = name, FUNCTION = pg_catalog.texteqname)",
      "gift.=(text,name)"
    ),
    (
      "CREATE AGGREGATE gift.max(text) (SFUNC = pg_catalog.textcat, STYPE = text)",
      "gift.max(text)"
    ),
  ])
  func `a function or operator of somebody else's is refused`(
    sql: String, name: String
  ) async throws {
    let fixture = try await StoreFixture.migrated()
    try await fixture.script(sql)
    try await expectRefusal(.schemaForeign(names: [name]), fixture)
  }

  @Test func `a schema that somebody else has made first is refused`() async throws {
    _ = try await StoreFixture.untouched()
    let fixture = try await StoreFixture.empty()
    try await fixture.script(
      """
      CREATE SCHEMA gift AUTHORIZATION gift_reader;
      SET LOCAL ROLE gift_reader;
      CREATE FUNCTION gift.steal() RETURNS bigint LANGUAGE plpgsql
      AS 'BEGIN RAISE EXCEPTION ''planted''; END';
      CREATE VIEW gift.migration AS
      SELECT gift.steal() AS number, 'm'::text AS name, ''::bytea AS checksum
      """)
    await #expect(throws: StoreError.schemaOpen(to: ["gift_reader"])) {
      try await fixture.store(.owner).migrate()
    }
  }

  private func expectRefusal(_ error: StoreError, _ fixture: StoreFixture) async throws {
    let owner = fixture.store(.owner)
    await #expect(throws: error) { try await owner.migrate() }
    await #expect(throws: error) { try await owner.migrate(isDryRun: true) }
    await #expect(throws: error) { try await owner.checkSchema() }
  }
}
