// Support owns what every test target needs: a PostgreSQL of the test run's own, processes
// with limits, and where files lie. It must not know what the tests are about.

import Foundation
package import PostgresCluster
import SystemPackage

/// A PostgreSQL cluster that lives no longer than the test process, however that ends.
///
/// Its folder is in memory where there is plenty, else below `/tmp`; its data is not synced to
/// disk, and it takes 400 connections. A shell waits for the test process to end, be it by SIGKILL,
/// then stops the server and deletes the folder.
package struct TestCluster: Sendable {
  /// The cluster under test conditions.
  package let cluster: PostgresCluster
  private let watchdog: Watchdog

  /// The cluster that all tests of the process share; the first caller starts it.
  package static func shared() async throws -> TestCluster {
    try await SharedCluster.instance.cluster()
  }

  /// A cluster of the caller's own, running, to be stopped, killed and hung at will.
  ///
  /// `settings` are more of the server's, on its command line.
  package static func `private`(
    settings: [String: String] = [:]
  ) async throws -> TestCluster {
    let name = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let folder = "\(parent)/gift-test-\(name)"
    let cluster = PostgresCluster(
      folder: folder, binaries: binaries,
      searchPath: ProcessInfo.processInfo.environment["PATH"],
      settings: [
        "fsync": "off", "synchronous_commit": "off", "full_page_writes": "off",
        "max_connections": "400",
      ].merging(settings) { $1 })
    let watched = try await watched(cluster)
    _ = try await cluster.start()
    return watched
  }

  /// The folder of another PostgreSQL's programs, as `make test-postgres` names it; nil for that of
  /// the machine.
  package static var binaries: String? {
    ProcessInfo.processInfo.environment["GIFT_TEST_POSTGRES"]
  }

  /// Where the folders of clusters lie: in memory if there is plenty, because hundreds of databases
  /// that are made and deleted keep a disk busy for minutes.
  private static let parent: String = {
    let memory = "/dev/shm"
    // Where there is no such folder, nothing is free in it.
    let facts = try? FileManager.default.attributesOfFileSystem(forPath: memory)
    let free = facts?[.systemFreeSize] as? NSNumber
    return (free?.int64Value ?? 0) >= leastMemory ? memory : "/tmp"
  }()
  /// In bytes; the databases of all tests of giftctl take 5 GiB.
  private static let leastMemory: Int64 = 8 << 30

  /// A cluster that the caller starts, or fails to; its folder must be one that may be deleted.
  package static func watched(_ cluster: PostgresCluster) async throws -> TestCluster {
    TestCluster(cluster: cluster, watchdog: try await Watchdog.watching(cluster))
  }

  /// How libpq reaches a database of this cluster as the superuser.
  package func conninfo(database: String) -> String { cluster.conninfo(database: database) }

  /// Creates a database with a name of its own and returns how libpq reaches it.
  ///
  /// It is a copy of `template` when one is named; nobody may be connected to that meanwhile.
  package func createDatabase(template: String? = nil) async throws -> String {
    conninfo(database: try await createDatabaseNamed(template: template))
  }

  /// The same, returning the new database's name.
  package func createDatabaseNamed(template: String? = nil) async throws -> String {
    let name = "test_" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let words = template.map { ["--template", $0, name] } ?? [name]
    let outcome = try await runProcess(
      try cluster.binariesFolder() + "/createdb",
      ["--host", cluster.socketFolder, "--username", "postgres", "--no-password"] + words)
    guard outcome.status == .exited(0) else {
      throw TestClusterError.databaseNotCreated(output: outcome.errorText)
    }
    return name
  }

  /// The server's process, to be sent signals.
  ///
  /// - Throws: `notRunning`.
  package var postmasterPID: Int32 {
    get throws {
      guard case .running(let pid, _) = try cluster.status() else {
        throw TestClusterError.notRunning
      }
      return pid
    }
  }

  /// Stops the server and waits until it is gone.
  package func stop() async throws { _ = try await cluster.stop() }

  /// Starts the server and waits until it accepts connections.
  package func start() async throws { _ = try await cluster.start() }

  /// Stops the server, ending its connections, and starts it again.
  package func restart() async throws {
    try await stop()
    try await start()
  }

  /// Ends the cluster before the test process ends: stops the server and deletes the folder.
  package func end() throws { try watchdog.release() }
}

/// Why a test has no database.
package enum TestClusterError: Error {
  /// `createdb` failed and said this.
  case databaseNotCreated(output: String)
  /// The server is not running.
  case notRunning
  /// `psql` failed and said this.
  case statementFailed(output: String)
}

/// The one start that all tests of a process wait for.
private actor SharedCluster {
  static let instance = SharedCluster()
  private var start: Task<TestCluster, any Error>?

  func cluster() async throws -> TestCluster {
    let running = start ?? Task { try await TestCluster.private() }
    start = running
    return try await running.value
  }
}
