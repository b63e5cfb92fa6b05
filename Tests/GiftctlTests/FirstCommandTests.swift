import Foundation
import PostgresCluster
import Support
import Testing

/// What happens on a machine on which nobody has named or made a database.
///
/// Each test has a data folder of its own.
struct FirstCommandTests {
  @Test func `the first command makes a database, two at once make one, and a shell gets it all`()
    async throws
  {
    try await onNewMachine { giftctl in
      let line = "text=$(\"$GIFTCTL\" list --all --json); printf '%s' \"$text\""
      async let shell = runProcess(
        "sh", ["-c", line], environment: giftctl.environment, limit: .seconds(90))
      async let other = giftctl.run(
        "add", "tulip", "--name", "en=Tulip", "--price", "1", limit: .seconds(90))
      let outcomes = try await (shell, other)
      #expect(outcomes.0.exitCode == 0)
      let said = [outcomes.0, outcomes.1].map(\.errorText).joined()
      #expect(said.contains("using a private one in"))
      #expect(said.contains("(new and empty)."))
      #expect(try JSONValue(text: outcomes.0.outputText)["gifts"] != nil)
      #expect(outcomes.1.exitCode == 0)
      let listed = try await giftctl.done("list", "--all", "--json")
      #expect(try listed.json()["gifts"]?[0]?["id"] == "tulip")
      #expect(listed.errors.isEmpty)
    }
  }

  @Test func `database start, stop, status and migrate, each of them twice`() async throws {
    try await onNewMachine { giftctl in
      #expect(try await giftctl.json("database", "status")["state"] == "absent")
      #expect(try await giftctl.json("database", "stop")["stopped"] == false)
      #expect(try await giftctl.json("database", "start")["start"] == "created")
      #expect(try await giftctl.json("database", "start")["start"] == "alreadyRunning")
      let pending = try await giftctl.json("database", "status")
      #expect(pending["state"] == "running")
      #expect(pending["pendingMigrations"]?.values.isEmpty == false)
      let trial = try await giftctl.json("database", "migrate", "--dry-run")
      #expect(trial["applied"] == pending["pendingMigrations"])
      #expect(try await giftctl.json("database", "migrate")["applied"] == trial["applied"])
      #expect(try await giftctl.json("database", "migrate")["applied"] == .list([]))
      #expect(try await giftctl.json("database", "status")["pendingMigrations"] == .list([]))
      try await giftctl.done("add", "tulip", "--name", "en=Tulip", "--price", "1")
      #expect(try await giftctl.json("database", "stop")["stopped"] == true)
      #expect(try await giftctl.json("database", "status")["state"] == "stopped")
      // A command that needs it starts it again.
      #expect(try await giftctl.state(of: "tulip") == "draft")
    }
  }

  @Test func `a data folder that cannot be is one sentence and exit 6`() async throws {
    var giftctl = Giftctl(over: "")
    giftctl.environment["GIFT_DATABASE"] = nil
    for folder in ["relative", "/dev/null/x", "/proc/x"] {
      giftctl.environment["GIFT_DATA"] = folder
      let outcome = try await giftctl.run("list")
      #expect(outcome.exitCode == 6)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errorText.split(separator: "\n").count == 1)
    }
  }

  /// Hands in the command with a data folder that nobody has used; the server in it ends with the
  /// test.
  private func onNewMachine(_ body: (Giftctl) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    var giftctl = Giftctl(over: "")
    giftctl.environment["GIFT_DATABASE"] = nil
    giftctl.environment["GIFT_DATA"] = folder.path
    giftctl.environment["GIFTCTL"] = try Places.builtProduct("giftctl")
    let watched = try await TestCluster.watched(
      PostgresCluster(folder: folder.path + "/postgres"))
    do {
      try await body(giftctl)
    } catch {
      try await watched.stop()
      throw error
    }
    try await watched.stop()
    folder.remove()
  }
}
