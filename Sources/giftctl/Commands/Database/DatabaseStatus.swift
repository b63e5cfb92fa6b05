import ArgumentParser
import GiftStore
import PostgresCluster

/// `giftctl database status`.
struct DatabaseStatus: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Says whether the database can be used, and which migrations it lacks.")

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let tool = Tool()
    let choice = try tool.choice(global)
    if case .privateCluster = choice, try report(try tool.cluster(global)) == false { return }
    let pending = try await tool.withStore(global, role: .owner) { store in
      try await store.pendingMigrations()
    }
    if global.form.json {
      let document: JSONObject = ["state": "running", "pendingMigrations": pending]
      Terminal.printJSON(document)
    } else {
      Terminal.print(
        pending.isEmpty
          ? "reachable, and migrated to the newest"
          : "reachable; giftctl database migrate applies \(pending.joined(separator: ", "))")
    }
  }

  /// Whether the private server runs; says so when it does not.
  private func report(_ cluster: PostgresCluster) throws -> Bool {
    let status = try cluster.status()
    switch status {
    case .running:
      if !global.form.json { Terminal.print("private PostgreSQL in \(cluster.folder)") }
      return true
    case .absent, .stopped:
      let state = status == .absent ? "absent" : "stopped"
      if global.form.json {
        Terminal.printJSON(["state": state])
      } else {
        Terminal.print("private PostgreSQL in \(cluster.folder): \(state)")
      }
      return false
    }
  }
}
