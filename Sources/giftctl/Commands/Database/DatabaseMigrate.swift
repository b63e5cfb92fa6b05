import ArgumentParser
import GiftStore

/// `giftctl database migrate`.
struct DatabaseMigrate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Brings the database to the newest schema; twice is once.")

  @Flag(help: "Run the real transaction, then roll it back.")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let outcome = try await Tool().withStore(global, role: .owner) { store in
      try await store.migrate(isDryRun: dryRun)
    }
    if global.form.json {
      let document: JSONObject = [
        "applied": outcome.applied, "dryRun": dryRun, "present": outcome.present,
      ]
      Terminal.printJSON(document)
    } else if outcome.applied.isEmpty {
      Terminal.print("unchanged: all \(outcome.present) migrations were applied before")
    } else {
      Terminal.print("applied \(outcome.applied.joined(separator: ", "))")
      if dryRun { Terminal.print("dry run: nothing was stored") }
    }
  }
}
