extension StoreError {
  /// The reason as a constant text for a log, without values of the catalogue.
  package var logReason: String {
    switch self {
    case .rejected, .commandsRejected: "the edit is refused"
    case .unreachable(let reason), .misconfigured(let reason): reason
    case .outcomeUnknown: "the connection was lost, and the outcome is unknown"
    case .waitedTooLong(let wait): "waited too long for the \(wait.rawValue)"
    case .notAllowed(let statement): "the role may not run \(statement)"
    case .notMigrated: "the database has no catalogue, or an older one"
    case .migratedFurther(let name): "the database was migrated further, to \(name)"
    case .migrationChanged(let name): "the migration \(name) was applied with other text"
    case .migrationUnfit(let name): "the migration \(name) is not recorded, and does not apply"
    case .encodingUnfit(let encoding): "the database's encoding is \(encoding), not UTF8"
    case .schemaOpen: "others than its owner may create in the catalogue's schema"
    case .schemaForeign: "the catalogue's schema has functions or operators of others"
    case .clockBehind: "the database's clock lies behind its last change"
    case .constraintHolds(let name): "the constraint \(name) holds"
    case .archiveBroken: "the archive does not fit together"
    case .rowBroken: "a row cannot be a value of the catalogue"
    case .broken: "a part of the catalogue is broken"
    case .unexpected(let sqlState, let statement, _):
      "the database answered with SQLSTATE \(sqlState) to \(statement)"
    }
  }
}
