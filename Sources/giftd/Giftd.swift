// giftd is the daemon that clients talk to. It reads arguments, the environment and the clock,
// opens the database as the reader's role, and serves until it is told to stop. It must not know
// how gifts are published.

import ArgumentParser
import Build
import Logging
import Metrics

/// The read API's daemon.
@main
struct Giftd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "giftd", abstract: "Serves the live gifts and their animations over HTTP.",
    usage: "giftd [<options>]",
    discussion: """
      The database is named by --database, GIFT_DATABASE or libpq's own PG… variables; with none \
      of them and --private, it is the private PostgreSQL that giftctl uses by default. While the \
      database is unreachable, clients are served from memory; at startup they get 503, or are \
      served from --snapshot-file.

      Clients are served plain HTTP: put a proxy that terminates TLS in front.

      Boundaries that pass are announced as gift_scheduler, once each, however many daemons run.

      Once both ports listen, one line logs their addresses. SIGTERM and SIGINT end the process \
      after the requests in flight. SIGHUP lets it read --log-level-file again, and log in at once \
      where it waits because a login was refused.

      Exit codes: 0 stopped · 1 failure · 5 the login may not read · 6 private database \
      unreachable · 64 usage, or a connection string of no use.
      """,
    version: Build.version)

  @Option(
    help: ArgumentHelp(
      "The public address. Port 0 takes a free one.", valueName: "host:port"))
  var listen = HostPort(host: "127.0.0.1", port: 8_080)

  @Option(
    help: ArgumentHelp(
      "The address of /livez, /readyz and /metrics; not for the public.", valueName: "host:port"))
  var operationsListen = HostPort(host: "127.0.0.1", port: 8_081)

  @Flag(
    help: """
      Let other processes of the same user share the public port, such as a new giftd that \
      replaces this one.
      """)
  var sharePort = false

  @Option(
    help: ArgumentHelp(
      "How libpq reaches the database, such as host=db dbname=gifts sslmode=verify-full.",
      valueName: "conninfo"))
  var database: String?

  @Option(
    help: ArgumentHelp(
      "File whose first line is the password of the database's login, read anew for each "
        + "connection. [default: GIFT_PASSWORD_FILE]",
      valueName: "path"), completion: .file())
  var passwordFile: String?

  @Flag(
    name: .customLong("private"),
    help: "If no database is named, start and use a private PostgreSQL in the data folder.")
  var isPrivate = false

  @Option(
    help: ArgumentHelp(
      "Snapshot file to serve from if the database cannot be reached at startup. "
        + "[default: GIFT_SNAPSHOT_FILE]",
      valueName: "path"), completion: .file())
  var snapshotFile: String?

  @Option(
    help: ArgumentHelp(
      "How long the public port stays open after SIGTERM, while /readyz says 503: as long as "
        + "your load balancer takes to notice.",
      valueName: "seconds"))
  var drainDelay = 0

  @Option(
    help: ArgumentHelp(
      "How long before an animation goes live it is listed at /v1/upcoming, and served to clients "
        + "that know its digest: up to 24h; 0 for never.",
      valueName: "time"), transform: Self.early)
  var early: Int64 = 86_400_000_000

  @Option(
    help: ArgumentHelp(
      "Log one of every this many responses, on each event loop; 1 logs all of them.",
      valueName: "count"))
  var accessLog: Int?

  @Option(help: ArgumentHelp("The format of log lines.", valueName: "format"))
  var logFormat = LogFormat.text

  @Option(
    help: ArgumentHelp(
      "The least serious lines to log: \(Self.levels.joined(separator: ", ")).",
      valueName: "level"), completion: .list(Self.levels),
    transform: Self.level)
  var logLevel = Logger.Level.notice

  @Option(
    help: ArgumentHelp(
      "File with that level, instead of --log-level; SIGHUP lets it be read again.",
      valueName: "path"), completion: .file())
  var logLevelFile: String?

  func run() async throws {
    Reloading.ignoreSignals()
    let levels: LogLevels
    do throws(LogLevelsError) {
      levels = try LogLevels(logLevel, file: logLevelFile)
    } catch {
      throw ValidationError(error.sentence)
    }
    let log = LineLog(format: logFormat, levels: levels, now: currentTime)
    let registry = MetricRegistry()
    // Before anything counts.
    MetricsSystem.bootstrap(registry)
    do {
      let logger = log.logger(label: "giftd")
      try await Server(self, logger: logger, levels: levels, registry: registry).run()
    } catch let error as ServingError {
      log.fail(error.sentence)
      throw error.exitCode
    }
  }

  /// The longest delay, for which deploy/giftd.service allows time (TimeoutStopSec).
  private static let maxDrainDelay = 60

  func validate() throws {
    guard (0...Self.maxDrainDelay).contains(drainDelay) else {
      throw ValidationError("--drain-delay takes 0 to \(Self.maxDrainDelay) seconds.")
    }
    if let accessLog, accessLog < 1 {
      throw ValidationError("--access-log takes a number from 1.")
    }
  }

  /// `90m`, `24h`: hours, minutes or seconds, a day at most, or 0, in microseconds.
  private static func early(_ argument: String) throws -> Int64 {
    let units: [Character: Int64] = ["h": 3_600, "m": 60, "s": 1]
    let count = argument == "0" ? 0 : Int64(argument.dropLast())
    let unit = argument == "0" ? 1 : argument.last.flatMap { units[$0] }
    guard let count, let unit, (0...86_400 / unit).contains(count) else {
      throw ValidationError("write 24h, 90m or 30s, a day at most, or 0")
    }
    return count * unit * 1_000_000
  }

  private static let levels = Logger.Level.allCases.map(\.rawValue)

  private static func level(_ argument: String) throws -> Logger.Level {
    guard let level = Logger.Level(rawValue: argument) else {
      throw ValidationError("\(argument) is not one of \(levels.joined(separator: ", ")).")
    }
    return level
  }
}
