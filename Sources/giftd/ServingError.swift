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
  /// The connection string can never be used.
  case databaseMisnamed(reason: String)
  /// The login may not read the catalogue, and there is nothing else to serve.
  case notAllowed(statement: String)
  /// The private PostgreSQL cannot be started, or not be migrated.
  case database(OpeningError)

  /// The exit code, as `--help` lists them.
  var exitCode: ExitCode {
    switch self {
    case .cannotListen, .cameToAnEnd: .failure
    case .noDatabase, .databaseMisnamed: ExitCode(64)
    case .notAllowed: ExitCode(5)
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
    case .databaseMisnamed(let reason):
      "No database can be reached so: \(firstLine(reason)). It is named by --database, "
        + "GIFT_DATABASE or the PG… variables."
    case .notAllowed(let statement):
      "The login may not read the catalogue (\(statement)): grant it gift_reader and "
        + "gift_scheduler, and CONNECT on the database."
    case .database(.cluster(let error)): error.sentence
    case .database(.store(let error)):
      "The private PostgreSQL cannot be used: \(firstLine(error.logReason)). Fix that, and start "
        + "giftd again."
    }
  }
}

/// The first line of a foreign message, without the full stop.
private func firstLine(_ text: String) -> String {
  let line = text.split(whereSeparator: \.isNewline).first ?? "no reason given"
  return String(line.hasSuffix(".") ? line.dropLast() : line)
}
