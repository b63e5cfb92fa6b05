import Postgres
import PostgresCluster
import Support
import Testing

/// Connecting ends in time, and says why it failed.
@Suite(.timeLimit(.minutes(1)))
struct ConnectTests {
  @Test func `a host without a server is unreachable, in one line`() async throws {
    let settings = ConnectionSettings(
      conninfo: "host=/nonexistent user=x password=hush", applicationName: "tests")
    let error = await failure { try await Connection.open(settings) }
    guard case .unreachable(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("/nonexistent"))
    #expect(!reason.contains("hush") && !reason.contains("\n"))
  }

  @Test func `a database that does not exist is refused with its SQLSTATE`() async throws {
    let settings = ConnectionSettings(
      conninfo: try await TestCluster.shared().conninfo(database: "nowhere"),
      applicationName: "tests")
    let error = await failure { try await Connection.open(settings) }
    guard case .refusedAtConnect(sqlState: "3D000", let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.hasSuffix("FATAL: database \"nowhere\" does not exist"))
  }

  @Test func `a role that does not exist is refused with its SQLSTATE, and nothing is done`()
    async throws
  {
    var settings = try await anyDatabase()
    settings.role = "no \"body\""
    let connection = try await Connection.open(settings)
    for _ in 1...2 {
      let error = await failure {
        try await connection.transaction { session in
          _ = try session.query(Statement(name: "one", sql: "SELECT 1"))
          Issue.record("as nobody")
        }
      }
      #expect(
        error
          == .server(
            sqlState: "22023", constraint: nil, statement: "BEGIN as no \"body\"",
            message: "role \"no \"body\"\" does not exist"))
      #expect(await connection.isUsable)
    }
  }

  @Test(arguments: ["host=x password=hush hush", "postgresql://u:%zz@x/y"])
  func `a malformed connection string is refused without repeating it`(conninfo: String)
    async throws
  {
    let settings = ConnectionSettings(conninfo: conninfo, applicationName: "tests")
    let error = await failure { try await Connection.open(settings) }
    guard case .misconfigured(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.hasPrefix("the connection string is malformed"))
  }

  @Test(arguments: [
    ("hostt=x password=hush", "does not know: hostt"),
    ("postgresql://x/y?sslmod=disable&password=hush", "does not know: sslmod"),
    ("host=x password=hush Secret=1", "is malformed"),
    ("host=/nowhere password=hush sslmode=sure", "invalid sslmode value: \"sure\""),
    ("host=/nowhere password=hush port=one", "for connection option \"port\""),
    ("host=a,b port=1,2,3 password=hush", "could not match 3 port numbers"),
  ])
  func `options that libpq never takes are named`(conninfo: String, named: String) async throws {
    let settings = ConnectionSettings(conninfo: conninfo, applicationName: "tests")
    let error = await failure { try await Connection.open(settings) }
    guard case .misconfigured(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains(named) && !reason.contains("hush"), "\(reason)")
  }

  @Test(arguments: ["postgresql://u:hu@sh@127.0.0.1:1/x", "postgres://u:@sh@localhost"])
  func `a password with an @ in it is told to nobody`(conninfo: String) async throws {
    let settings = ConnectionSettings(conninfo: conninfo, applicationName: "tests")
    let error = await failure { try await Connection.open(settings) }
    guard case .misconfigured(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("%40") && !reason.contains("sh"))
  }

  @Test(arguments: ["gift reader", "back\\slash", "quo\"te", "plain"])
  func `each transaction is the role's, whatever its name`(role: String) async throws {
    let owner = try await Connection.open(try await anyDatabase())
    let quoted = role.split(separator: "\"").joined(separator: "\"\"")
    try await owner.script(
      """
      DO $$ BEGIN CREATE ROLE "\(quoted)"; EXCEPTION WHEN duplicate_object THEN NULL; END $$
      """)
    var settings = try await anyDatabase()
    settings.role = role
    let connection = try await Connection.open(settings)
    #expect(
      try await connection.int("SELECT (current_user = $1)::int AS value", [.text(role)]) == 1)
  }

  @Test func `what the connection string names wins`() async throws {
    var settings = try await anyDatabase()
    settings.conninfo += " application_name=named client_encoding=LATIN1 options='-c work_mem=1MB'"
    let connection = try await Connection.open(settings)
    let names = Statement(
      name: "names",
      sql: """
        SELECT current_setting('application_name') AS name,
          current_setting('client_encoding') AS encoding, current_setting('work_mem') AS memory
        """)
    let seen = try await connection.query(names) { rows throws(PostgresError) in
      let row = rows[0]
      return [try row.text("name"), try row.text("encoding"), try row.text("memory")]
    }
    #expect(seen == ["named", "UTF8", "1MB"])
  }

  @Test func `a dead first host is passed over`() async throws {
    let cluster = try await TestCluster.shared()
    let hosts = "/nonexistent,\(cluster.cluster.socketFolder)"
    let settings = ConnectionSettings(
      conninfo: cluster.conninfo(database: "postgres") + " host='\(hosts)'",
      applicationName: "tests")
    let connection = try await Connection.open(settings)
    #expect(try await connection.int("SELECT 1 AS value") == 1)
  }

  @Test func `a host that takes no writes is passed over when writes are wanted`() async throws {
    let cluster = try await TestCluster.shared()
    let folder = cluster.cluster.socketFolder
    let settings = ConnectionSettings(
      conninfo: cluster.conninfo(database: "postgres")
        + " host='\(folder),\(folder)' target_session_attrs=standby", applicationName: "tests")
    let error = await failure { try await Connection.open(settings) }
    guard case .unreachable(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("server is not in hot standby mode"))
    var lenient = settings
    lenient.conninfo += " target_session_attrs=prefer-standby"
    #expect(try await Connection.open(lenient).int("SELECT 1 AS value") == 1)
  }

  @Test func `a hung server is unreachable in time, and a second host is reached`() async throws {
    let hung = try await TestCluster.private()
    let healthy = try await TestCluster.shared()
    try await whileStopped(try hung.postmasterPID) {
      var settings = ConnectionSettings(
        conninfo: hung.conninfo(database: "postgres"), applicationName: "tests",
        connectDeadline: .milliseconds(300))
      let start = ContinuousClock.now
      let error = await failure { try await Connection.open(settings) }
      #expect(ContinuousClock.now - start < .seconds(10))
      guard case .unreachable(let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.hasPrefix("no answer in time from the server at \(hung.cluster.socketFolder)"))
      settings.conninfo +=
        " host='\(hung.cluster.socketFolder),\(healthy.cluster.socketFolder)'"
      settings.connectDeadline = .seconds(8)
      let answer = try await Connection.open(settings).int("SELECT 1 AS value")
      #expect(answer == 1)
    }
    try hung.end()
  }
}
