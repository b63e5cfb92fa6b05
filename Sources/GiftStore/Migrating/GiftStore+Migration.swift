package import GiftSQL
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
  /// `migratedFurther` if the database has one that this program does not, `migrationUnfit` if one
  /// is neither recorded nor applicable, `encodingUnfit` unless the database's encoding is UTF8,
  /// `schemaOpen` or `schemaForeign` as `checkSchema` does, or if somebody else has made the
  /// schema, and `waitedTooLong`.
  package func migrate(
    through migrations: [SQLFile] = Migrations.all, isDryRun: Bool = false
  ) async throws(StoreError) -> MigrationOutcome {
    let begun = ContinuousClock.now
    var applied: [String] = []
    while true {
      do throws(StoreError) {
        let step = try await apply(
          migrations, atOnce: isDryRun ? .max : 1, ending: isDryRun ? .rollback : .commit)
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
    _ migrations: [SQLFile], atOnce count: Int, ending: TransactionEnd
  ) async throws(StoreError) -> MigrationOutcome {
    try await transaction(.readWrite, ending: ending, deadline: limits.bulkDeadline) { session in
      let wait = "\(limits.migrationLockWait / .milliseconds(1))ms"
      try session.run(SQL.migrationLimit, [.text(wait)])
      if try !session.isMigrated() { try session.run(SQL.migrationTableCreate) }
      // Before anything in it is used.
      let access = try session.schemaAccess(besides: migrations)
      try access?.expectOwner()
      try session.run(SQL.migrationLock)
      let applied = try session.appliedMigrations()
      let all = try Self.missing(from: migrations, after: applied)
      try access?.expectOwnFunctions()
      // Even if this is killed, the database is either empty or has a catalogue.
      let missing = all.prefix(applied.isEmpty ? .max : count)
      if !missing.isEmpty { try session.run(SQL.migrationBegin) }
      for migration in missing {
        try session.apply(migration.file)
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

  fileprivate static func missing(
    from migrations: [SQLFile] = Migrations.all, after applied: [AppliedMigration]
  ) throws -> [NumberedMigration] {
    let known = migrations.enumerated().map(NumberedMigration.init)
    for found in applied {
      guard let ours = known.first(where: { $0.number == found.number }) else {
        throw StoreError.migratedFurther(name: found.name)
      }
      guard ours.checksum == found.checksum else {
        throw StoreError.migrationChanged(name: found.name)
      }
    }
    // They are applied in order, so that those recorded are the first ones.
    if let gap = zip(known, applied).first(where: { $0.number != $1.number }) {
      throw StoreError.migrationUnfit(name: gap.0.file.name)
    }
    return Array(known.dropFirst(applied.count))
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

extension PostgresError {
  /// Whether a name was there already, or was not: class 42, but for a right that is missing.
  fileprivate var isOfNames: Bool {
    guard case .server(let sqlState, _, _, _) = self else { return false }
    return sqlState.hasPrefix("42") && sqlState != "42501"
  }
}

extension Session {
  /// The names of the missing migrations.
  ///
  /// Throws `StoreError.migratedFurther`, `migrationChanged` or `encodingUnfit`.
  func pendingMigrations() throws -> [String] {
    let applied = try isMigrated() ? try appliedMigrations() : []
    return try GiftStore.missing(after: applied).map(\.file.name)
  }

  /// Throws `StoreError.encodingUnfit` for a database that must not be migrated.
  fileprivate func isMigrated() throws -> Bool {
    try row(SQL.schemaState) { row in
      // Others lack characters of names, and SQL_ASCII takes each byte for one.
      let encoding = try row.text("encoding")
      guard encoding == "UTF8" else { throw StoreError.encodingUnfit(encoding) }
      return try row.bool("migrated")
    }
  }

  /// Runs the text of a migration.
  ///
  /// What it makes may be there, or what it alters may not, if its row was deleted after it was
  /// applied, or somebody else has altered the schema.
  fileprivate func apply(_ migration: SQLFile) throws {
    do {
      try script(migration.text)
    } catch {
      if error.isOfNames { throw StoreError.migrationUnfit(name: migration.name) }
      throw error
    }
  }

  fileprivate func appliedMigrations() throws -> [AppliedMigration] {
    try rows(SQL.migrationList, [], AppliedMigration.init)
  }
}
