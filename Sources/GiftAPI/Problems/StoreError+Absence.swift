import GiftStore

extension StoreError {
  /// Whether the database is away, or as good as away.
  var isAbsence: Bool {
    switch self {
    case .unreachable, .outcomeUnknown, .waitedTooLong: true
    case .rejected, .commandsRejected, .notAllowed, .notMigrated, .migratedFurther,
      .migrationChanged, .clockBehind,
      .constraintHolds, .archiveBroken, .rowBroken, .unexpected:
      false
    }
  }
}
