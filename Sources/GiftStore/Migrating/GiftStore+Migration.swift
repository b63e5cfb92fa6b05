import GiftSQL
import Hashing
import Postgres

/// The result of `migrate`.
package struct MigrationOutcome: Hashable, Sendable {
  /// The names of the migrations that were applied now, in order.
  package let applied: [String]
  /// The number of migrations applied before.
  package let present: Int
}

extension GiftStore {
  /// The key of the migrations' advisory lock: the bytes of "gift" and a number, so that it is
  /// recognisable in `pg_locks`.
  private static let migrationLockKey: Int64 = 0x6769_6674_0000_0002

  /// Applies missing migrations, under a lock, so that concurrent runs apply each once.
  ///
  /// Each is its own transaction, or all are one in a database without any; nobody writes
  /// meanwhile. Afterwards only the owner, and logins granted CONNECT, may use the database, so
  /// that privileges apply to one database, not to the whole cluster.
  ///
  /// Waits for a lock only for `StoreLimits.migrationLockWait`, during which others queue behind
  /// it, and tries again until `editDeadline`; after the first migration, when nobody may write
  /// until the last, until `bulkDeadline`. The store's role must be `owner`. A dry run applies all
  /// of them in one transaction, which it rolls back.
  ///
  /// Throws `StoreError.migrationChanged` if an applied migration's text has changed,
  /// `migratedFurther` if the database has one that this program does not, and `waitedTooLong`.
  package func migrate(isDryRun: Bool = false) async throws(StoreError) -> MigrationOutcome {
    let begun = ContinuousClock.now
    var applied: [String] = []
    while true {
      do throws(StoreError) {
        let step = try await isDryRun ? apply(atOnce: .max, ending: .rollback) : apply(atOnce: 1)
        applied += step.applied
        if isDryRun || step.applied.isEmpty {
          return MigrationOutcome(applied: applied, present: step.present - applied.count)
        }
      } catch {
        let patience = applied.isEmpty ? limits.editDeadline : limits.bulkDeadline
        guard error == .waitedTooLong(.lock), ContinuousClock.now - begun < patience,
          !Task.isCancelled
        else { throw error }
        // If cancelled, the next attempt is the last.
        try? await Task.sleep(for: StoreLimits.migrationRest)
      }
    }
  }

  private func apply(
    atOnce count: Int, ending: TransactionEnd = .commit
  ) async throws(StoreError) -> MigrationOutcome {
    try await transaction(.readWrite, ending: ending, deadline: limits.bulkDeadline) { session in
      let wait = "\(limits.migrationLockWait / .milliseconds(1))ms"
      try session.run(SQL.migrationLock, [.int(Self.migrationLockKey), .text(wait)])
      if try !session.isMigrated() { try session.run(SQL.migrationTableCreate) }
      let applied = try session.appliedMigrations()
      // Even if this is killed, the database is either empty or has a catalogue.
      let all = try Self.missing(after: applied)
      let missing = all.prefix(applied.isEmpty ? .max : count)
      if !missing.isEmpty { try session.run(SQL.migrationBegin) }
      for migration in missing {
        try session.script(migration.file.text)
        try session.run(
          SQL.migrationInsert,
          [.int(migration.number), .text(migration.file.name), .bytes(migration.checksum)])
      }
      if missing.count == all.count { try session.run(SQL.databaseClose) }
      return MigrationOutcome(
        applied: missing.map(\.file.name),
        present: applied.count + (ending == .rollback ? missing.count : 0))
    }
  }

  /// The names of the migrations that `migrate` would apply.
  ///
  /// Throws as `migrate` does.
  package func pendingMigrations() async throws(StoreError) -> [String] {
    try await reading { session in try session.pendingMigrations() }
  }

  fileprivate static func missing(after applied: [AppliedMigration]) throws -> [NumberedMigration] {
    let known = Migrations.all.enumerated().map(NumberedMigration.init)
    for found in applied {
      guard let ours = known.first(where: { $0.number == found.number }) else {
        throw StoreError.migratedFurther(name: found.name)
      }
      guard ours.checksum == found.checksum else {
        throw StoreError.migrationChanged(name: found.name)
      }
    }
    return known.filter { migration in !applied.contains { $0.number == migration.number } }
  }
}

private struct AppliedMigration {
  let number: Int64
  let name: String
  let checksum: [UInt8]

  init(_ row: Row) throws {
    number = try row.int("number")
    name = try row.text("name")
    checksum = try row.bytes("checksum")
  }
}

extension Question<Void> {
  /// Checks that the schema is the one that this program writes; runs first in every write.
  ///
  /// Throws `StoreError.notMigrated`, `migratedFurther` or `migrationChanged`.
  static var tablesAreKnown: Self {
    Self(SQL.migrationNewest) { row in
      let count = Migrations.all.count
      guard let number = try row.optionalInt("number"), number >= count else {
        throw StoreError.notMigrated
      }
      let newest = try AppliedMigration(row)
      guard newest.number == count else { throw StoreError.migratedFurther(name: newest.name) }
      let ours = NumberedMigration(offset: count - 1, file: Migrations.all[count - 1])
      guard newest.checksum == ours.checksum else {
        throw StoreError.migrationChanged(name: newest.name)
      }
    }
  }
}

private struct NumberedMigration {
  let number: Int64
  let file: SQLFile
  let checksum: [UInt8]

  init(offset: Int, file: SQLFile) {
    number = Int64(offset + 1)
    self.file = file
    checksum = SHA256.hash(Array(file.text.utf8))
  }
}

extension Session {
  /// The names of the missing migrations.
  ///
  /// Throws `StoreError.migratedFurther` or `migrationChanged`.
  func pendingMigrations() throws -> [String] {
    let applied = try isMigrated() ? try appliedMigrations() : []
    return try GiftStore.missing(after: applied).map(\.file.name)
  }

  fileprivate func isMigrated() throws -> Bool {
    try row(SQL.schemaState) { row in try row.bool("migrated") }
  }

  fileprivate func appliedMigrations() throws -> [AppliedMigration] {
    try rows(SQL.migrationList, [], AppliedMigration.init)
  }
}
