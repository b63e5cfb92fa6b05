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
    WHERE n.nspname = 'public'
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

  @Test func `a program that is older than the tables reads, and writes nothing`() async throws {
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
    #expect(try await store.archive() == archive)
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

  /// The last migration again, as it can be.
  @Test func `a migration waits for an edit, and lets others read meanwhile`() async throws {
    let fixture = try await StoreFixture.migrated()
    try await fixture.script("DELETE FROM migration WHERE number = \(names.count)")
    try await fixture.script(
      """
      ALTER TABLE definition DROP COLUMN only_platform, DROP COLUMN only_region
      """)
    var limits = StoreLimits.standard
    limits.migrationLockWait = .milliseconds(20)
    let owner = fixture.store(.owner, limits: limits)
    // As an edit begins.
    let held = try await HeldTransaction("SELECT FROM migration", fixture.settings(as: .editor))
    async let outcome = owner.migrate()
    // It has waited and given up, and comes back until it is let in.
    try await fixture.connection().awaitInt(
      1,
      """
      SELECT count(*) AS value FROM pg_stat_activity
      WHERE datname = current_database() AND query = 'ROLLBACK'
      """)
    // By a statement that needs none of what the migration brings.
    try await fixture.connection().awaitInt(0, "SELECT count(*) AS value FROM definition")
    #expect(try await owner.pendingMigrations() == [names[names.count - 1]])
    try await held.end()
    #expect(try await outcome.applied == [names[names.count - 1]])
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
