import ArgumentParser
import GiftStore
import PostgresCluster

/// `giftctl database …`.
struct DatabaseGroup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "database", _superCommandName: Giftctl.name,
    abstract: "Migrates the database; starts and stops the private one.",
    subcommands: [
      DatabaseStart.self, DatabaseStop.self, DatabaseStatus.self, DatabaseMigrate.self,
    ])
}

extension Tool {
  /// The private cluster; refuses when a database was named.
  func cluster(_ options: GlobalOptions) throws(CommandError) -> PostgresCluster {
    switch try choice(options) {
    case .named:
      throw .usage(
        "This command manages the private database only: leave out --database, GIFT_DATABASE and "
          + "PG… variables.")
    case .privateCluster(let folder):
      return PostgresCluster(folder: folder, searchPath: environment["PATH"])
    }
  }
}

/// `giftctl database start`.
struct DatabaseStart: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Starts the private PostgreSQL, and creates it if needed.")

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let cluster = try Tool().cluster(global)
    let start = try await cluster.start()
    if global.json {
      Terminal.printJSON(["conninfo": cluster.conninfo, "start": start.rawValue])
    } else {
      let words =
        switch start {
        case .created: "created and started"
        case .started: "started"
        case .alreadyRunning: "already running"
        }
      Terminal.print("\(words): \(cluster.conninfo)")
    }
  }
}

/// `giftctl database stop`.
struct DatabaseStop: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "Stops the private PostgreSQL and keeps its data.")

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let cluster = try Tool().cluster(global)
    let wasRunning = try await cluster.stop()
    if global.json {
      Terminal.printJSON(["stopped": wasRunning])
    } else {
      Terminal.print(wasRunning ? "stopped" : "was not running")
    }
  }
}

/// `giftctl database status`.
struct DatabaseStatus: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Shows whether the database can be used, and which migrations are pending.")

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let tool = Tool()
    let choice = try tool.choice(global)
    if case .privateCluster = choice, try report(try tool.cluster(global)) == false { return }
    let hasLogins = try tool.hasLogins(global)
    let (pending, statements) = try await tool.withStore(global, role: .owner) { store in
      let pending = try await store.pendingMigrations()
      try await store.checkSchema()
      let statements = hasLogins ? try await store.administratorStatements() : []
      return (pending, statements)
    }
    if global.json {
      Terminal.printJSON([
        "administratorStatements": statements, "pendingMigrations": pending, "state": "running",
      ])
    } else {
      Terminal.tell(
        pending.isEmpty
          ? "reachable; the schema is up to date"
          : "reachable; pending migrations: \(pending.joined(separator: ", ")). To apply them: "
            + "giftctl database migrate")
      guard !statements.isEmpty else { return }
      Terminal.tell(
        "Any login may store large objects in it, and so fill its disk. To forbid that, run as an "
          + "administrator:")
      for statement in statements { Terminal.print("  \(statement)") }
    }
  }

  /// Whether the private server runs; prints its state if it does not.
  private func report(_ cluster: PostgresCluster) throws -> Bool {
    let status = try cluster.status()
    switch status {
    case .running:
      if !global.json { Terminal.tell("private PostgreSQL in \(cluster.folder)") }
      return true
    case .absent, .stopped:
      let state = status == .absent ? "absent" : "stopped"
      if global.json {
        Terminal.printJSON(["state": state])
      } else {
        Terminal.tell("private PostgreSQL in \(cluster.folder): \(state)")
      }
      return false
    }
  }
}

/// `giftctl database migrate`.
struct DatabaseMigrate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Updates the schema to the newest version; idempotent.")

  @Flag(help: "Run the real transaction, then roll it back.")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let outcome = try await Tool().withStore(global, role: .owner) { store in
      try await store.migrate(isDryRun: dryRun)
    }
    if global.json {
      Terminal.printJSON([
        "applied": outcome.applied, "dryRun": dryRun, "present": outcome.present,
      ])
    } else if outcome.applied.isEmpty {
      Terminal.print("unchanged: all \(outcome.present) migrations are already applied")
    } else {
      Terminal.tell("applied \(outcome.applied.joined(separator: ", "))")
      if dryRun { Terminal.print("dry run: nothing was stored") }
    }
  }
}
