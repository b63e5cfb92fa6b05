import Foundation
import Glibc
import PostgresCluster
import Support
import Testing

struct ClusterFolderTests {
  @Test func `a folder too long for a socket gets a short one below tmp`() async throws {
    let folder = temporaryFolder() + String(repeating: "-long", count: 20)
    let cluster = PostgresCluster(folder: folder, settings: ["fsync": "off"])
    #expect(cluster.socketFolder.hasPrefix("/tmp/gift-catalogue-"))
    let server = try await TestCluster.watched(cluster)
    #expect(try await cluster.start() == .created)
    #expect(try await query("SELECT 1", database: "gifts", in: server) == "1")
    #expect(try permissions(cluster.socketFolder) == 0o700)
    try server.end()
  }

  @Test func `a socket folder that others may enter is refused`() async throws {
    let folder = temporaryFolder() + ",comma"
    let cluster = PostgresCluster(folder: folder, settings: ["fsync": "off"])
    let server = try await TestCluster.watched(cluster)
    try FileManager.default.createDirectory(
      atPath: cluster.socketFolder, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o777])
    await #expect(throws: ClusterError.folderNotUsable(path: cluster.socketFolder, .notOurs)) {
      try await cluster.start()
    }
    #expect(try cluster.status() == .stopped)
    try server.end()
  }

  @Test func `a server below tmp is only connected to as the user that it runs as`() async throws {
    let cluster = PostgresCluster(
      folder: temporaryFolder() + ",comma", settings: ["fsync": "off"])
    let server = try await TestCluster.watched(cluster)
    try await #require(cluster.start() == .created)
    let conninfo = cluster.conninfo
    let facts = try FileManager.default.attributesOfItem(atPath: cluster.socketFolder)
    let account = try #require(facts[.ownerAccountName] as? String)
    #expect(conninfo.hasSuffix(" requirepeer='\(account)'"))
    let psql = try cluster.binariesFolder() + "/psql"
    let found = try await runProcess(psql, ["--no-psqlrc", "-AtXc", "SELECT 1", conninfo])
    #expect(found.outputText == "1\n")
    let other = conninfo.replacingOccurrences(
      of: "requirepeer='\(account)'", with: "requirepeer='nobody'")
    let refused = try await runProcess(psql, ["--no-psqlrc", "-AtXc", "SELECT 1", other])
    #expect(refused.outputText.isEmpty)
    #expect(refused.errorText.contains("requirepeer"))
    try server.end()
  }

  @Test func `a server that runs is not used once its socket's folder is another's`() async throws {
    let cluster = PostgresCluster(
      folder: temporaryFolder() + ",comma", settings: ["fsync": "off"])
    let server = try await TestCluster.watched(cluster)
    try await #require(cluster.start() == .created)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: cluster.socketFolder)
    await #expect(throws: ClusterError.folderNotUsable(path: cluster.socketFolder, .notOurs)) {
      try await cluster.start()
    }
    try server.end()
  }

  @Test func `a folder in which others may plant links is refused, and none is followed`()
    async throws
  {
    let folder = temporaryFolder()
    let victim = temporaryFolder()
    try Data("precious".utf8).write(to: URL(filePath: victim))
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
    for name in ["ready", "lock"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/" + name, withDestinationPath: victim)
    }
    await #expect(throws: ClusterError.folderNotUsable(path: folder, .notOurs)) {
      try await PostgresCluster(folder: folder).start()
    }
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
    for path in [folder, victim] { try FileManager.default.removeItem(atPath: path) }
  }

  @Test func `a ready mark that is a link is not written through`() async throws {
    let server = try await TestCluster.private()
    let victim = temporaryFolder()
    try Data("precious".utf8).write(to: URL(filePath: victim))
    let mark = server.cluster.folder + "/ready"
    try await server.stop()
    try FileManager.default.removeItem(atPath: mark)
    try FileManager.default.createSymbolicLink(atPath: mark, withDestinationPath: victim)
    await #expect(throws: ClusterError.self) { try await server.cluster.start() }
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
    try FileManager.default.removeItem(atPath: victim)
    try server.end()
  }

  @Test(arguments: [
    ("relative", FolderProblem.relative), ("/tmp/a$(b)", .characters), ("/tmp/a\nb", .characters),
  ])
  func `a path that cannot be handed on is refused`(
    folder: String, problem: FolderProblem
  ) async throws {
    let cluster = PostgresCluster(folder: folder)
    await #expect(throws: ClusterError.folderNotUsable(path: folder, problem)) {
      try await cluster.start()
    }
  }

  @Test func `a process that took over the number of the server is not the server`() async throws {
    let server = try await TestCluster.private()
    let folder = server.cluster.folder
    try await server.stop()
    let claim = "\(getpid())\n\(folder)/data\n0\n5432\n\(folder)/socket\n\n0 0\nready   \n"
    try Data(claim.utf8).write(to: URL(filePath: folder + "/data/postmaster.pid"))
    #expect(try server.cluster.status() == .stopped)
    #expect(try await server.cluster.stop() == false)
    try server.end()
  }

  @Test func `data and socket are closed to everybody else`() async throws {
    let cluster = try await TestCluster.shared().cluster
    #expect(try permissions(cluster.folder + "/data") == 0o700)
    #expect(try permissions(cluster.socketFolder) == 0o700)
  }

  @Test func `a missing PostgreSQL is named with the folders searched`() async throws {
    let cluster = PostgresCluster(folder: temporaryFolder(), binaries: "/nowhere")
    let server = try await TestCluster.watched(cluster)
    await #expect(throws: ClusterError.postgresNotFound(version: nil, searched: ["/nowhere"])) {
      try await cluster.start()
    }
    try server.end()
  }

  @Test func `values of a connection string are quoted`() {
    let cluster = PostgresCluster(folder: "/tmp/x")
    #expect(
      cluster.conninfo(database: #"o'ne\two"#)
        == #"host='/tmp/x/socket' port=5432 dbname='o\'ne\\two' user='postgres'"#)
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}
