import ArgumentParser
import GiftStore
import PostgresCluster

/// Why the daemon ends without having been told to.
enum ServingError: Error, Sendable {
  /// A port cannot be opened; the reason is the system's.
  case cannotListen(HostPort, reason: String)
  /// A part of it ended by itself.
  case cameToAnEnd
  /// No database is named, and the private one was not asked for.
  case noDatabase
  /// The private PostgreSQL cannot be had, or be migrated.
  case database(OpeningError)

  /// The exit code, as `--help` lists them.
  var exitCode: ExitCode {
    switch self {
    case .cannotListen, .cameToAnEnd: .failure
    case .noDatabase: ExitCode(64)
    case .database(.cluster), .database(.store(.unreachable)): ExitCode(6)
    case .database(.store): .failure
    }
  }

  /// What is wrong, in one sentence on one line.
  var sentence: String {
    switch self {
    case .cannotListen(let address, let reason): "Cannot listen on \(address): \(reason)."
    case .cameToAnEnd: "giftd lost a part of itself, such as a port: start it again."
    case .noDatabase:
      "No database is named: set --database, GIFT_DATABASE or PGHOST, or use --private to start "
        + "a private PostgreSQL."
    case .database(.cluster(let error)): error.sentence
    case .database(.store(let error)): error.sentence
    }
  }
}

extension StoreError {
  /// What keeps the private database from being migrated.
  fileprivate var sentence: String {
    switch self {
    case .unreachable(let reason):
      "The private PostgreSQL cannot be reached: \(firstLine(reason))."
    case .outcomeUnknown:
      "The private PostgreSQL was lost while it was migrated: start giftd again, it finds out and "
        + "finishes."
    case .waitedTooLong(.connection), .waitedTooLong(.answer):
      "The private PostgreSQL took too long to answer."
    case .waitedTooLong(.lock):
      "Somebody else has been migrating the private PostgreSQL for too long: start giftd again."
    case .notAllowed(let statement):
      "The private PostgreSQL does not let its owner migrate it (\(statement))."
    case .notMigrated: "The private PostgreSQL has no catalogue, or an old one."
    case .migratedFurther(let name):
      "The private PostgreSQL was migrated to \(name), which this giftd does not know: use a newer "
        + "one."
    case .migrationChanged(let name):
      "The migration \(name) was applied with other text than this giftd has: use the giftd that "
        + "belongs to the private PostgreSQL."
    case .constraintHolds(let name):
      "Somebody else migrated the private PostgreSQL at the same time (\(name)): start giftd again."
    case .unexpected(let sqlState, let statement, _):
      "The private PostgreSQL gave an unexpected answer (SQLSTATE \(sqlState), statement "
        + "\(statement))."
    case .rejected, .commandsRejected, .clockBehind, .archiveBroken, .rowBroken:
      "The private PostgreSQL failed as only an edit can."
    }
  }
}

/// The first line of somebody else's words, without the full stop.
private func firstLine(_ text: String) -> String {
  let line = text.split(whereSeparator: \.isNewline).first ?? "no reason given"
  return String(line.hasSuffix(".") ? line.dropLast() : line)
}
