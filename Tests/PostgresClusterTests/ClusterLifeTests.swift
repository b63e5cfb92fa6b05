import Foundation
import Glibc
import PostgresCluster
import Support
import Testing

struct ClusterLifeTests {
  @Test func `a second start finds the server running`() async throws {
    let server = try await TestCluster.shared()
    let cluster = server.cluster
    #expect(try await cluster.start() == .alreadyRunning)
    let pid = try server.postmasterPID
    #expect(try cluster.status() == .running(pid: pid, socketFolder: cluster.socketFolder))
  }

  @Test func `a stopped cluster starts again with its data`() async throws {
    let server = try await TestCluster.private()
    let database = try await server.createDatabaseNamed()
    #expect(try await server.cluster.stop())
    #expect(try server.cluster.status() == .stopped)
    #expect(try await server.cluster.stop() == false)
    #expect(try await server.cluster.start() == .started)
    #expect(try await query("SELECT 1", database: database, in: server) == "1")
    try server.end()
  }

  @Test func `a server ended by SIGKILL is started again`() async throws {
    let server = try await TestCluster.private()
    let pid = try server.postmasterPID
    #expect(kill(pid, SIGKILL) == 0)
    try await awaitEnd(of: pid)
    #expect(try server.cluster.status() == .stopped)
    #expect(try await server.cluster.start() == .started)
    #expect(try await query("SELECT 1", database: "gifts", in: server) == "1")
    try server.end()
  }

  @Test func `of many starts at once one creates the cluster`() async throws {
    let cluster = PostgresCluster(folder: temporaryFolder(), settings: ["fsync": "off"])
    let watchdog = try await TestCluster.watched(cluster)
    let starts = try await withThrowingTaskGroup(of: ClusterStart.self) { group in
      for _ in 0..<8 { group.addTask { try await cluster.start() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(starts.count { $0 == .created } == 1)
    #expect(starts.count { $0 == .alreadyRunning } == 7)
    try watchdog.end()
  }

  @Test func `what an interrupted creation left behind is replaced`() async throws {
    let folder = temporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder + "/data.new/base", withIntermediateDirectories: true)
    try Data("15\n".utf8).write(to: URL(filePath: folder + "/data.new/PG_VERSION"))
    let cluster = PostgresCluster(folder: folder, settings: ["fsync": "off"])
    let watched = try await TestCluster.watched(cluster)
    #expect(try cluster.status() == .absent)
    #expect(try await cluster.start() == .created)
    #expect(!FileManager.default.fileExists(atPath: folder + "/data.new"))
    try watched.end()
  }

  @Test func `a database that was not made yet is made by the next start`() async throws {
    let server = try await TestCluster.private()
    _ = try await query("DROP DATABASE gifts", database: "postgres", in: server)
    try FileManager.default.removeItem(atPath: server.cluster.folder + "/ready")
    #expect(try await server.cluster.start() == .alreadyRunning)
    #expect(try await query("SELECT 1", database: "gifts", in: server) == "1")
    try server.end()
  }

  @Test func `the server keeps the encoding and syncs unless told otherwise`() async throws {
    let cluster = PostgresCluster(folder: temporaryFolder())
    let server = try await TestCluster.watched(cluster)
    #expect(try await cluster.start() == .created)
    #expect(try await query("SHOW server_encoding", database: "gifts", in: server) == "UTF8")
    #expect(try await query("SHOW fsync", database: "gifts", in: server) == "on")
    #expect(try await query("SHOW listen_addresses", database: "gifts", in: server) == "")
    try server.end()
  }

  @Test func `the server has a session of its own`() async throws {
    let server = try await TestCluster.shared()
    #expect(getsid(try server.postmasterPID) != getsid(0))
  }
}
