import Foundation
import Postgres
import PostgresCluster
import Support
import Synchronization
import Testing

/// Logging in with a password that may change, and not often while it is wrong.
@Suite(.timeLimit(.minutes(1)))
struct LoginTests {
  @Test func `a password file is read anew for each connection`() async throws {
    try await withGuarded { guarded in
      let file = guarded.folder + "/password"
      try Data("wrong\n".utf8).write(to: URL(filePath: file))
      let login = Login(passwordFile: file)
      let settings = guarded.settings(login)
      let error = await failure { try await Connection.open(settings) }
      #expect(error?.sqlState == "28P01")
      try Data("right\nand more\n".utf8).write(to: URL(filePath: file))
      login.retry()
      let connection = try await Connection.open(settings)
      #expect(try await connection.int("SELECT (current_user = 'guarded')::int AS value") == 1)
      await connection.close()
    }
  }

  @Test(arguments: [("none", "cannot be read: no such file"), ("empty", "does not begin with a")])
  func `a password file of no use is named`(name: String, fault: String) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/login-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("\nright\n".utf8).write(to: URL(filePath: folder + "/empty"))
    var settings = try await anyDatabase()
    settings.login = Login(passwordFile: folder + "/" + name)
    let error = await failure { [settings] in try await Connection.open(settings) }
    guard case .refusedAtConnect(sqlState: nil, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.hasPrefix("the password file \(folder)/\(name) \(fault)"), "\(reason)")
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test func `a refused login is repeated a few times in as many seconds, not at each call`()
    async throws
  {
    try await withGuarded { guarded in
      let file = guarded.folder + "/password"
      try Data("wrong".utf8).write(to: URL(filePath: file))
      let settings = guarded.settings(Login(passwordFile: file))
      let start = ContinuousClock.now
      while ContinuousClock.now - start < .seconds(4) {
        let error = await failure { try await Connection.open(settings) }
        #expect(error?.sqlState == "28P01")
      }
      // At once, after 1 s, after 2 more; a quarter sooner or later each.
      #expect((2...4).contains(try guarded.refusedCount))
    }
  }

  @Test func `a file that libpq refuses is named, where a password is missing`() async throws {
    try await withGuarded { guarded in
      let file = guarded.folder + "/pgpass"
      try Data("*:*:*:guarded:right\n".utf8).write(to: URL(filePath: file))
      var settings = guarded.settings(Login())
      settings.conninfo += " passfile=\(file)"
      try setMode(0o600, of: file)
      await (try Connection.open(settings)).close()
      try setMode(0o440, of: file)
      let error = await failure { [settings] in try await Connection.open(settings) }
      guard case .refusedAtConnect(_, let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains("\(file) is not used, because its group"), "\(reason)")
    }
  }

  @Test func `a server's warning is passed on once`() async throws {
    let warnings = Mutex<[String]>([])
    var settings = try await anyDatabase()
    settings.login = Login { warning in warnings.withLock { $0.append(warning) } }
    for _ in 1...2 {
      let connection = try await Connection.open(settings)
      try await connection.script("DO $$ BEGIN RAISE WARNING 'mind'; END $$")
      await connection.close()
    }
    #expect(warnings.withLock { $0 } == ["mind"])
  }
}

/// A cluster with a role `guarded` whose password is `right`.
private struct Guarded {
  let cluster: PostgresCluster
  var folder: String { cluster.folder }

  func settings(_ login: Login?) -> ConnectionSettings {
    var settings = ConnectionSettings(
      conninfo: cluster.conninfo(database: "postgres") + " user=guarded", applicationName: "tests")
    settings.login = login
    return settings
  }

  /// How often the server refused its password.
  var refusedCount: Int {
    get throws {
      let log = try String(contentsOfFile: cluster.folder + "/data/server.log", encoding: .utf8)
      return log.split(separator: "\n").count { $0.contains("password authentication failed") }
    }
  }
}

private func setMode(_ mode: Int, of file: String) throws {
  try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
}

private func withGuarded(_ body: (Guarded) async throws -> Void) async throws {
  let server = try await TestCluster.private()
  let database = server.conninfo(database: "postgres")
  try await server.psql("CREATE ROLE guarded LOGIN PASSWORD 'right'", in: database)
  let rules = server.cluster.folder + "/data/pg_hba.conf"
  let others = try String(contentsOfFile: rules, encoding: .utf8)
  try ("local all guarded scram-sha-256\n" + others)
    .write(toFile: rules, atomically: false, encoding: .utf8)
  try await server.psql("SELECT pg_reload_conf()", in: database)
  // Reloading takes effect a moment later.
  let asGuarded = database + " user=guarded"
  let refusal = await eventually {
    await failure {
      try await Connection.open(ConnectionSettings(conninfo: asGuarded, applicationName: "tests"))
    }
  }
  #expect(refusal != nil)
  try await body(Guarded(cluster: server.cluster))
  try server.end()
}

extension PostgresError {
  fileprivate var sqlState: String? {
    if case .refusedAtConnect(let sqlState, _) = self { sqlState } else { nil }
  }
}
