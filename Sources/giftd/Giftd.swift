// giftd is the daemon that clients talk to. It reads arguments, the environment and the clock,
// opens the database with the reader's rights, and serves until it is told to stop. It must not
// know how gifts are published: it cannot.

import ArgumentParser
import Logging
import Metrics

/// The read API's daemon.
@main
struct Giftd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "giftd",
    abstract: "Serves the live gifts and their animations over HTTP.",
    discussion: """
      The database is the one that --database, GIFT_DATABASE or libpq's own PG… variables name; \
      with none of them, a private PostgreSQL is started below the user's data folder. While a \
      database that was named is away, clients are answered from memory; before it was there, \
      with 503, or from --snapshot-file.

      Boundaries that pass are announced, once each however many daemons run, as gift_scheduler.

      Once both ports listen, one line says where. SIGTERM and SIGINT end the process after the \
      requests in flight.

      Exit codes: 0 stopped · 1 failure · 6 database unreachable · 64 usage.
      """,
    version: "0.1.0")

  @Option(
    help: ArgumentHelp(
      "Where clients are served. Port 0 takes a free one.", valueName: "host:port"))
  var listen = HostPort(host: "127.0.0.1", port: 8_080)

  @Option(
    help: ArgumentHelp(
      "Where /livez, /readyz and /metrics are served; not for the public.", valueName: "host:port"))
  var operationsListen = HostPort(host: "127.0.0.1", port: 8_081)

  @Flag(
    help: """
      Let other processes of the same user listen where clients are served, as a new giftd that \
      takes over from this one.
      """)
  var sharePort = false

  @Option(
    help: ArgumentHelp(
      "How libpq reaches the database, such as host=db dbname=gifts.", valueName: "conninfo"))
  var database: String?

  @Option(
    help: ArgumentHelp(
      "Where what is served is kept, to be served when the database is away at the start. "
        + "[default: GIFT_SNAPSHOT_FILE]",
      valueName: "path"))
  var snapshotFile: String?

  @Option(help: ArgumentHelp("How log lines look.", valueName: "format"))
  var logFormat = LogFormat.text

  @Option(
    help: ArgumentHelp(
      "The least serious lines to log: \(Self.levels.joined(separator: ", ")).",
      valueName: "level"),
    transform: Self.level)
  var logLevel = Logger.Level.notice

  func run() async throws {
    let log = LineLog(format: logFormat, level: logLevel, now: currentTime)
    let registry = MetricRegistry()
    // Before anything counts.
    MetricsSystem.bootstrap(registry)
    do {
      let server = try await Server(
        listen: listen, operationsListen: operationsListen, sharesPort: sharePort,
        database: database, snapshotFile: snapshotFile, logger: log.logger(label: "giftd"),
        registry: registry)
      try await server.run()
    } catch let error as ServingError {
      log.fail(error.sentence)
      throw error.exitCode
    }
  }

  private static let levels = Logger.Level.allCases.map(\.rawValue)

  private static func level(_ argument: String) throws -> Logger.Level {
    guard let level = Logger.Level(rawValue: argument) else {
      throw ValidationError("\(argument) is none of \(levels.joined(separator: ", ")).")
    }
    return level
  }
}
