import Foundation
import Glibc
import PostgresCluster
import Support
import Testing

/// A server that streams what is written to another one.
struct Standby: Sendable {
  private let primary: TestCluster
  private let copy: TestCluster

  /// A copy of all databases of a cluster, which follows it from here on.
  init(of primary: TestCluster) async throws {
    self.primary = primary
    let cluster = PostgresCluster(
      folder: primary.cluster.folder + "-standby", binaries: TestCluster.binaries,
      searchPath: ProcessInfo.processInfo.environment["PATH"],
      settings: ["fsync": "off", "max_connections": "400"])
    copy = try await TestCluster.watched(cluster)
    let backup = [
      try primary.cluster.binariesFolder() + "/pg_basebackup", "--write-recovery-conf",
      "--wal-method", "stream", "--checkpoint", "fast", "--no-sync", "--pgdata",
      cluster.folder + "/data", "--dbname", primary.conninfo(database: "postgres"),
    ]
    // The folder is ours, and what is in it belongs to who runs the server.
    let isRoot = geteuid() == 0
    let owner = isRoot ? ["--owner=postgres", "--group=postgres"] : []
    let folders = [[cluster.folder], owner + ["--mode=700", cluster.folder + "/data"]]
    for words in folders {
      let made = try await runProcess("install", ["--directory"] + words)
      try #require(made.status == .exited(0), "\(made.errorText)")
    }
    let words = isRoot ? ["--reuid=postgres", "--regid=postgres", "--init-groups"] : []
    let outcome = try await runProcess("setpriv", words + backup)
    try #require(outcome.status == .exited(0), "\(outcome.errorText)")
    // It runs, but nothing can be made in it.
    await #expect(throws: ClusterError.self) { try await copy.start() }
    try await catchUp()
  }

  /// How libpq reaches a database here that it reaches there by `conninfo`.
  func conninfo(_ conninfo: String) -> String {
    conninfo + " host='\(copy.cluster.socketFolder)'"
  }

  /// The same, of the server that it follows where this one does not do.
  func conninfoBeforePrimary(_ conninfo: String) -> String {
    conninfo + " host='\(copy.cluster.socketFolder),\(primary.cluster.socketFolder)'"
  }

  /// Keeps what comes from being seen here.
  func pause() async throws { try await run("SELECT pg_wal_replay_pause()") }

  /// Lets it be seen again.
  func resume() async throws { try await run("SELECT pg_wal_replay_resume()") }

  private func run(_ sql: String) async throws {
    try await copy.psql(sql, in: conninfo(primary.conninfo(database: "postgres")))
  }

  /// What the server has logged.
  var log: String {
    get throws {
      try String(contentsOfFile: copy.cluster.folder + "/data/server.log", encoding: .utf8)
    }
  }

  /// Waits until all that was written there is seen here.
  func catchUp() async throws {
    let place = primary.conninfo(database: "postgres")
    let end = try await primary.psql("SELECT pg_current_wal_lsn()", in: place).dropLast()
    let isThere = "SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= '\(end)'"
    let seen: Void? = try await eventually {
      try await copy.psql(isThere, in: conninfo(place)) == "t\n" ? () : nil
    }
    #expect(seen != nil)
  }

  /// Stops it and deletes its folder.
  func end() throws { try copy.end() }
}
