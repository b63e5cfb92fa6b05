import Foundation
import PostgresCluster
import Support
import Testing

struct ClusterErrorTests {
  @Test(
    arguments: [
      (.noDataFolder, "it has no folder for its data: set HOME or GIFT_DATA"),
      (
        .postgresNotFound(version: nil, searched: ["/a", "/b"]),
        "PostgreSQL 15 or newer is not in /a, /b; install one, or name a database "
          + "(GIFT_DATABASE)"
      ),
      (
        .initdbFailed(output: "Making it.\ninitdb: error: no room\ninitdb: removing\n"),
        "initdb failed: no room"
      ),
      (
        .startFailed(output: "no", log: "2026 FATAL:  no memory.\n2026 LOG:  shut down\n"),
        "it does not start: no memory"
      ),
      (.startFailed(output: "could not start\n", log: ""), "it does not start: could not start"),
      (.stopFailed(output: ""), "it does not stop: no reason given"),
      (
        .createFailed(database: "gifts", output: "a\nb\u{1B}[2J"),
        "the database gifts cannot be created: b\\u{1b}[2J"
      ),
      (
        .folderNotUsable(path: "/a\nb\u{202E}", .characters),
        "its folder \"/a\\u{a}b\\u{202e}\" has a character that pg_ctl cannot take"
      ),
      (.folderNotUsable(path: "a", .relative), "its folder \"a\" is not an absolute path"),
      (
        .folderNotUsable(path: "/a", .system("Permission denied")),
        "its folder \"/a\" cannot be used: Permission denied"
      ),
      (.commandNotRun(name: "flock", reason: "not found"), "flock cannot be run: not found"),
    ] as [(ClusterError, String)])
  func `an error is one sentence on one line`(error: ClusterError, reason: String) {
    #expect(error.sentence == "The private PostgreSQL cannot be used: \(reason).")
  }

  @Test func `a limit that passed is told as such`() {
    #expect(
      ClusterError.timedOut(.start, limit: .seconds(60)).sentence
        == "The private PostgreSQL took more than 60 seconds to start: run the command again.")
  }

  @Test func `what the system refuses is told in its own words`() async throws {
    let file = temporaryFolder()
    try Data().write(to: URL(filePath: file))
    for (folder, words) in [("/dev/null/gifts", "Not a directory"), (file, "Not a directory")] {
      let error = await #expect(throws: ClusterError.self) {
        try await PostgresCluster(folder: folder).start()
      }
      guard case .folderNotUsable(_, .system(words)) = error else {
        Issue.record("\(folder): \(String(describing: error))")
        continue
      }
    }
    try FileManager.default.removeItem(atPath: file)
  }
}
