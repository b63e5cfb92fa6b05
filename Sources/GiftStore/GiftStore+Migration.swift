import GiftSQL
import Hashing
import Postgres

/// What `migrate` did.
package struct MigrationOutcome: Hashable, Sendable {
  /// The names of the migrations that were applied now, in order.
  package let applied: [String]
  /// How many had been applied before.
  package let present: Int
}

extension GiftStore {
  /// The key of the migrations' advisory lock: the bytes of "gift" and a number, so that it means
  /// something in `pg_locks`.
  private static let migrationLockKey: Int64 = 0x6769_6674_0000_0002

  /// Applies the migrations that are missing, each in a transaction of its own, under a lock, so
  /// that two at once apply each once; edits wait meanwhile.
  ///
  /// Then nobody but its owner may use the database, and logins that are granted CONNECT: rights
  /// in it hold for one database, not for all of a cluster.
  ///
  /// Waits for a lock for `StoreLimits.migrationLockWait` only, in which it lets nobody else have
  /// it, and tries again until `bulkDeadline`. The store's role has to be `owner`. A dry run
  /// applies all of them in one transaction, which it rolls back.
  ///
  /// Throws `StoreError.migrationChanged` when an applied migration has other text now,
  /// `migratedFurther` when the database has one that this program does not, `waitedTooLong`.
  package func migrate(isDryRun: Bool = false) async throws(StoreError) -> MigrationOutcome {
    if isDryRun { return try await apply(atMost: .max, ending: .rollback) }
    let end = ContinuousClock.now.advanced(by: limits.bulkDeadline)
    var applied: [String] = []
    while true {
      do throws(StoreError) {
        let step = try await apply(atMost: 1, ending: .commit)
        guard !step.applied.isEmpty else {
          return MigrationOutcome(applied: applied, present: step.present - applied.count)
        }
        applied += step.applied
      } catch {
        guard error == .waitedTooLong(.lock), ContinuousClock.now < end else { throw error }
        // Cancelled: then the next attempt says so.
        try? await Task.sleep(for: StoreLimits.migrationRest)
      }
    }
  }

  private func apply(
    atMost count: Int, ending: Ending
  ) async throws(StoreError) -> MigrationOutcome {
    try await transaction(.readWrite, ending: ending, deadline: limits.bulkDeadline) { session in
      let wait = "\(limits.migrationLockWait / .milliseconds(1))ms"
      try session.run(SQL.migrationLock, [.int(Self.migrationLockKey), .text(wait)])
      if try !session.isMigrated() { try session.run(SQL.migrationTableCreate) }
      let applied = try session.appliedMigrations()
      let missing = try Self.missing(after: applied).prefix(count)
      // An edit that has begun ends first, and none begins before this is done.
      if !applied.isEmpty, !missing.isEmpty { _ = try session.lockHead() }
      for migration in missing {
        try session.script(migration.file.text)
        try session.run(
          SQL.migrationInsert,
          [.int(migration.number), .text(migration.file.name), .bytes(migration.checksum)])
      }
      if missing.isEmpty || ending == .rollback { try session.run(SQL.databaseClose) }
      return MigrationOutcome(applied: missing.map(\.file.name), present: applied.count)
    }
  }

  /// The names of the migrations that `migrate` would apply.
  ///
  /// Throws as `migrate` does.
  package func pendingMigrations() async throws(StoreError) -> [String] {
    try await reading { session in
      let applied = try session.isMigrated() ? try session.appliedMigrations() : []
      return try Self.missing(after: applied).map(\.file.name)
    }
  }

  private static func missing(
    after applied: [AppliedMigration]
  ) throws -> [NumberedMigration] {
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
}

/// A migration that was applied last.
struct NewestMigration {
  let number: Int64
  let name: String

  /// Throws `StoreError.migratedFurther` for one that this program does not know: what a program
  /// writes that is older than its tables may not be what they mean.
  func mustBeKnown() throws(StoreError) {
    guard number <= Int64(Migrations.all.count) else { throw .migratedFurther(name: name) }
  }
}

extension Question<NewestMigration> {
  /// None before the first one.
  static var newestMigration: Self {
    Self(SQL.migrationNewest) { row in
      NewestMigration(number: try row.int("number"), name: try row.text("name"))
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
    checksum = sha256(Array(file.text.utf8))
  }
}

extension Session {
  fileprivate func isMigrated() throws -> Bool {
    try row(SQL.schemaState) { row in try row.bool("migrated") }
  }

  fileprivate func appliedMigrations() throws -> [AppliedMigration] {
    try rows(SQL.migrationList) { row in
      AppliedMigration(
        number: try row.int("number"), name: try row.text("name"),
        checksum: try row.bytes("checksum"))
    }
  }
}
