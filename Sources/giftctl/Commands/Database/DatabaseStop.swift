import ArgumentParser
import PostgresCluster

/// `giftctl database stop`.
struct DatabaseStop: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "Stops the private PostgreSQL; its data stays.")

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let cluster = try Tool().cluster(global)
    let wasRunning = try await cluster.stop()
    if global.form.json {
      Terminal.printJSON(["stopped": wasRunning])
    } else {
      Terminal.print(wasRunning ? "stopped" : "it was not running")
    }
  }
}
