import ArgumentParser
import GiftStore
import PostgresCluster

/// `giftctl database start`.
struct DatabaseStart: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Makes the private PostgreSQL if it is new, and starts it.")

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let cluster = try Tool().cluster(global)
    let start = try await cluster.start()
    if global.form.json {
      Terminal.printJSON(["conninfo": cluster.conninfo, "start": start.rawValue])
    } else {
      let words =
        switch start {
        case .created: "made and started"
        case .started: "started"
        case .alreadyRunning: "running already"
        }
      Terminal.print("\(words): \(cluster.conninfo)")
    }
  }
}
