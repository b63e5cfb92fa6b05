import ArgumentParser
import GiftStore
import PostgresCluster

/// `giftctl database …`.
struct DatabaseGroup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "database",
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
      throw .usage("A database was named, so there is no private one to start, stop or look at.")
    case .privateCluster(let folder):
      return PostgresCluster(folder: folder, searchPath: environment["PATH"])
    }
  }
}
