import GiftDomain
import GiftSQL
import GiftStore
import Postgres
import StoreSupport
import Support
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)))
struct MigrationTests {
  private let names = Migrations.all.map(\.name)
  private let tableCount = """
    SELECT count(*) AS value FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE n.nspname = 'gift'
    """

  @Test func `a fresh database gets every migration, and then none`() async throws {
    let store = try await StoreFixture.empty().store(.owner)
    #expect(try await store.pendingMigrations() == names)
    let first = try await store.migrate()
    #expect(first.applied == names)
    #expect(first.present == 0)
    let second = try await store.migrate()
    #expect(second.applied.isEmpty)
    #expect(second.present == names.count)
    #expect(try await store.pendingMigrations().isEmpty)
  }

  /// Databases are SQL_ASCII where a cluster was made in the locale C.
  @Test func `a database that is not in UTF8 is refused`() async throws {
    let cluster = try await StoreFixture.empty().cluster
    try await cluster.psql(
      "CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0",
      in: cluster.conninfo(database: "postgres"))
    let fixture = StoreFixture(cluster: cluster, database: "ascii")
    let owner = fixture.store(.owner)
    for isDryRun in [true, false] {
      await #expect(throws: StoreError.encodingUnfit("SQL_ASCII")) {
        try await owner.migrate(isDryRun: isDryRun)
      }
    }
    #expect(try await fixture.connection().int(tableCount) == 0)
  }

  @Test func `a dry run leaves nothing`() async throws {
    let fixture = try await StoreFixture.empty()
    let store = fixture.store(.owner)
    #expect(try await store.migrate(isDryRun: true).applied == names)
    #expect(try await fixture.connection().int(tableCount) == 0)
    #expect(try await store.pendingMigrations() == names)
  }

  @Test func `eight at once apply every migration once`() async throws {
    let fixture = try await StoreFixture.empty()
    let outcomes = try await withThrowingTaskGroup { group in
      for _ in 0..<8 { group.addTask { try await fixture.store(.owner).migrate() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.flatMap { $0.applied }.sorted() == names)
    #expect(outcomes.allSatisfy { $0.present + $0.applied.count == names.count })
  }

  @Test func `a changed old migration is refused, and nothing is applied`() async throws {
    let fixture = try await StoreFixture.migrated()
    try await fixture.script(
      "UPDATE migration SET checksum = sha256('other text') WHERE number = 1")
    try await expectRefusal(.migrationChanged(name: names[0]), fixture)
  }

  @Test func `a database that is further than the program is refused`() async throws {
    let fixture = try await StoreFixture.migrated()
    try await fixture.script(
      """
      INSERT INTO migration (number, name, checksum)
      VALUES (\(names.count + 1), 'm9999_later', sha256('later'))
      """)
    try await expectRefusal(.migratedFurther(name: "m9999_later"), fixture)
  }

  @Test func `a program that is older than the tables reads, and neither writes nor exports`()
    async throws
  {
    let fixture = try await StoreFixture.migrated()
    let rose = try GiftID("rose")
    let (store, scheduler) = (fixture.store(), fixture.store(.scheduler))
    let now = try await store.clock()
    let past = PastCatalogue(
      start: try now.hours(-9), gifts: ["rose"], bases: ["rose": try now.hours(-5)])
    let archive = try past.archive()
    #expect(try await store.restore(archive, bytes: sampleBytes))
    try await fixture.script(
      """
      INSERT INTO migration (number, name, checksum)
      VALUES (\(names.count + 1), 'm9999_later', sha256('later'))
      """)
    let later = StoreError.migratedFurther(name: "m9999_later")
    await #expect(throws: later) { try await store.edit(.add(3), of: rose) }
    await #expect(throws: later) { try await store.edit(.retire(), of: rose) }
    await #expect(throws: later) { try await store.restore(archive, bytes: sampleBytes) }
    await #expect(throws: later) { try await scheduler.tick(nil, limit: 10) }
    await #expect(throws: later) {
      try await fixture.store(.owner).repair(by: try Actor("tester"))
    }
    #expect(try await store.view(at: .now).catalogue.items.map(\.gift) == [rose])
    await #expect(throws: later) { try await store.archive() }
    try await fixture.script("DELETE FROM migration WHERE name = 'm9999_later'")
    let (number, name) = (names.count, names[names.count - 1])
    // Killed between two migrations, and of other text.
    for (broken, mended, error) in [
      (
        "DELETE FROM migration WHERE number = \(number)",
        "INSERT INTO migration SELECT \(number), '\(name)', checksum FROM kept",
        StoreError.notMigrated
      ),
      (
        "UPDATE migration SET checksum = sha256('x') WHERE number = \(number)",
        "UPDATE migration SET checksum = (SELECT checksum FROM kept) WHERE number = \(number)",
        .migrationChanged(name: name)
      ),
    ] {
      try await fixture.script(
        "CREATE TABLE kept AS SELECT checksum FROM migration WHERE number = \(number)")
      try await fixture.script(broken)
      await #expect(throws: error) { try await store.edit(.add(3), of: rose) }
      await #expect(throws: error) { try await scheduler.tick(nil, limit: 10) }
      #expect(try await store.view(at: .now).catalogue.items.map(\.gift) == [rose])
      try await fixture.script(mended)
      try await fixture.script("DROP TABLE kept")
    }
    #expect(try await scheduler.tick(nil, limit: 10).outcome.announced.count == 1)
  }

  @Test func `a migration waits for an edit, and lets others read meanwhile`() async throws {
    let fixture = try await StoreFixture.migrated()
    let (later, all) = Self.later("ALTER TABLE definition ADD COLUMN season text")
    var limits = StoreLimits.standard
    limits.migrationLockWait = .milliseconds(20)
    let owner = fixture.store(.owner, limits: limits)
    // As an edit begins.
    let held = try await HeldTransaction("SELECT FROM migration", fixture.settings(as: .editor))
    async let outcome = owner.migrate(through: all)
    // It has waited and given up, and comes back until it is let in.
    try await fixture.connection().awaitInt(
      1,
      """
      SELECT count(*) AS value FROM pg_stat_activity
      WHERE datname = current_database() AND query = 'ROLLBACK'
      """)
    #expect(try await fixture.store(.reader).view(at: .now).states.isEmpty)
    try await held.end()
    #expect(try await outcome.applied == [later])
  }

  @Test func `a later migration is a transaction of its own, and keeps what is there`()
    async throws
  {
    let fixture = try await StoreFixture.migrated()
    let (rose, owner) = (try GiftID("rose"), fixture.store(.owner))
    try await fixture.store().edit(.add(1), of: rose)
    let archive = try await fixture.store().archive()
    let (later, all) = Self.later("CREATE TABLE gift.season (name text)", "SELECT 1 / 0")
    await #expect {
      try await owner.migrate(through: all)
    } throws: { error in
      guard case StoreError.unexpected("22012", "script", _) = error else { return false }
      return true
    }
    let first = Array(all.dropLast())
    #expect(try await owner.migrate(through: first).applied.isEmpty)
    await #expect(throws: StoreError.migratedFurther(name: later)) { try await owner.migrate() }
    try await fixture.script("DELETE FROM migration WHERE name = '\(later)'; DROP TABLE season")
    #expect(try await fixture.store().archive() == archive)
    #expect(try await owner.migrate(through: first).applied == [later])
  }

  @Test(arguments: ["number = 2", "number > 2", "true"])
  func `a migration that is not recorded is named`(_ lost: String) async throws {
    let fixture = try await StoreFixture.migrated()
    let rows = "SELECT coalesce(max(number), 0) AS value FROM migration WHERE number < 3"
    try await fixture.script("DELETE FROM migration WHERE \(lost)")
    let kept = try await fixture.connection().int(rows)
    let name = names[lost == "number = 2" ? 1 : Int(kept)]
    await #expect(throws: StoreError.migrationUnfit(name: name)) {
      try await fixture.store(.owner).migrate()
    }
  }

  @Test func `a program that is newer than the schema says so where it lacks a right`()
    async throws
  {
    let fixture = try await StoreFixture.migrated()
    let rose = try GiftID("rose")
    try await fixture.store().edit(.add(1), of: rose)
    try await fixture.script("REVOKE SELECT ON definition FROM gift_editor")
    let refused = StoreError.notAllowed(statement: "definition_of_gifts")
    await #expect(throws: refused) { try await fixture.store().record(of: rose) }
    try await fixture.script("DELETE FROM migration WHERE number = \(names.count)")
    await #expect(throws: StoreError.notMigrated) { try await fixture.store().record(of: rose) }
  }

  /// The keys are those that migrations once took.
  @Test func `a migration goes on whatever a login locks by number`() async throws {
    let fixture = try await StoreFixture.migrated()
    let held = try await HeldTransaction(
      "SELECT pg_advisory_xact_lock(x'6769667400000001'::bigint + n) FROM generate_series(0, 9) n",
      fixture.settings(as: .reader))
    let (later, all) = Self.later("CREATE TABLE gift.season (name text)")
    #expect(try await fixture.store(.owner).migrate(through: all).applied == [later])
    try await held.end()
  }

  @Test(arguments: [StoreRole.reader, .scheduler, .editor])
  func `the lock of migrations is the owner's alone`(role: StoreRole) async throws {
    let connection = try await StoreFixture.untouchedConnection(as: role)
    for mode in ["SHARE", "SHARE ROW EXCLUSIVE", "EXCLUSIVE", "ACCESS EXCLUSIVE"] {
      #expect(try await !connection.may("LOCK TABLE migration IN \(mode) MODE"))
    }
  }

  /// The program's migrations and these, and the name of the first of these.
  private static func later(_ texts: String...) -> (name: String, all: [SQLFile]) {
    let later = texts.enumerated().map { index, text in
      SQLFile(name: "m9\(index)_later", text: text)
    }
    return (later[0].name, Migrations.all + later)
  }

  @Test(arguments: StoreRole.allCases)
  func `a database without migrations says so to every read and edit`(role: StoreRole) async throws
  {
    // The roles belong to the cluster: another database has made them.
    _ = try await StoreFixture.untouched()
    try await expectNotMigrated(try await StoreFixture.empty().store(role))
  }

  private func expectRefusal(_ error: StoreError, _ fixture: StoreFixture) async throws {
    let store = fixture.store(.owner)
    await #expect(throws: error) { try await store.migrate() }
    await #expect(throws: error) { try await store.pendingMigrations() }
  }
}

/// Every call that needs a table answers `notMigrated`.
func expectNotMigrated(_ store: GiftStore) async throws {
  let rose = try GiftID("rose")
  let digest = try Upload(byte: 1).candidate.asset
  for moment in [Moment.now, .instant(.epoch), .change(try .number(1))] {
    await #expect(throws: StoreError.notMigrated) { try await store.view(at: moment) }
  }
  await #expect(throws: StoreError.notMigrated) { try await store.record(of: rose) }
  await #expect(throws: StoreError.notMigrated) { try await store.asset(digest) }
  await #expect(throws: StoreError.notMigrated) { try await store.assets([digest]) }
  await #expect(throws: StoreError.notMigrated) { try await store.allChanges() }
  await #expect(throws: StoreError.notMigrated) { try await store.archive() }
  await #expect(throws: StoreError.notMigrated) {
    try await store.restore(Archive.empty) { _ in nil }
  }
  await #expect(throws: StoreError.notMigrated) { try await store.edit(.add(1), of: rose) }
}
