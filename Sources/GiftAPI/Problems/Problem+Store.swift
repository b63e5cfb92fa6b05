import Delivery
package import GiftStore

extension Problem {
  /// What a client may know of a failure of the store: never what the database said.
  package init(_ error: StoreError) {
    switch error {
    case .unreachable, .outcomeUnknown:
      self = .unavailable("database_unreachable", "The database cannot be reached at the moment.")
    case .waitedTooLong:
      self = .unavailable("database_busy", "The database is too busy at the moment.")
    case .notMigrated:
      self = .unavailable("database_not_ready", "The database has no catalogue yet.")
    case .rejected, .commandsRejected, .clockBehind, .notAllowed, .migratedFurther,
      .migrationChanged,
      .constraintHolds, .archiveBroken, .rowBroken, .unexpected:
      self = .internalError
    }
  }

  private static func unavailable(_ code: String, _ detail: String) -> Problem {
    Problem(
      .serviceUnavailable, code, detail, [("Retry-After", String(APILimits.retryAfterSeconds))])
  }
}
