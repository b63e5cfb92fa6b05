import Foundation
import Support
import Testing

/// What the command says while the database is away.
struct OutageTests {
  /// One that reads, one that writes, one that looks after the database.
  private static let commands = [
    ["list"], ["show", "rose"], ["publish", "rose", "--until", "2100-01-01T00:00:00Z"],
    ["import", Fixtures.folder, "--yes"], ["export", "-"], ["database", "status"],
  ]

  @Test func `a server that is stopped is one sentence and exit 6, and works when it is back`()
    async throws
  {
    let (cluster, giftctl) = try await ownServer()
    let before = try await giftctl.rows()
    try await cluster.stop()
    for words in Self.commands { try await expectUnreachable(giftctl, words) }
    try await cluster.start()
    #expect(try await giftctl.rows() == before)
    for words in Self.commands { try await giftctl.run(words).expectDone() }
    try cluster.end()
  }

  @Test func `a server that hangs is one sentence and exit 6, and works when it goes on`()
    async throws
  {
    let (cluster, giftctl) = try await ownServer()
    let processes = try await cluster.processes()
    for process in processes { kill(process, SIGSTOP) }
    defer { for process in processes { kill(process, SIGCONT) } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for words in Self.commands {
        group.addTask { try await expectUnreachable(giftctl, words) }
      }
      try await group.waitForAll()
    }
    for process in processes { kill(process, SIGCONT) }
    for words in Self.commands { try await giftctl.run(words).expectDone() }
    try cluster.end()
  }

  /// The trigger ends the session that edits, at a point where nothing is committed.
  @Test func `a connection that is killed is one sentence and exit 6, and nothing was done`()
    async throws
  {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.sql(
      """
      CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      AS 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'
      """,
      """
      CREATE TRIGGER at_change AFTER INSERT ON change
      FOR EACH ROW EXECUTE FUNCTION end_session()
      """)
    let before = try await giftctl.rows()
    for words in [["retire", "rose", "--yes"], ["add", "rose", "--price", "11"]] {
      try await expectUnreachable(giftctl, words)
    }
    #expect(try await giftctl.rows() == before)
    try await giftctl.sql("DROP TRIGGER at_change ON change")
    try await giftctl.done("retire", "rose", "--yes")
  }

  @Test(arguments: [
    "host=/nowhere", "host=127.0.0.1 port=1", "host=127.0.0.1,127.0.0.1 port=1,2",
    "postgresql://127.0.0.1:1/gifts", "service=nowhere", "not a conninfo",
  ])
  func `a database that is nowhere is one sentence and exit 6`(_ conninfo: String) async throws {
    var giftctl = Giftctl(over: conninfo)
    giftctl.environment["GIFT_DATABASE"] = nil
    try await expectUnreachable(giftctl, ["list", "--database", conninfo])
  }

  @Test(arguments: [
    ("host=/nowhere \u{1B}[31m", "is malformed"), ("hostt=db password=hush", "not know: hostt"),
    ("host=/nowhere sslmode=sure password=hush", "invalid sslmode value"),
  ])
  func `a connection string of no use is one sentence and exit 64`(
    conninfo: String, named: String
  ) async throws {
    let giftctl = Giftctl(over: conninfo)
    let words = ["list", "--database", conninfo]
    let text = try await expect(64, giftctl, words, code: "database_misnamed")
    #expect(text.hasPrefix("giftctl: No database can be reached so: ") && text.contains(named))
    #expect(!text.contains("hush"))
  }

  @Test func `a database that does not exist is one sentence and exit 6`() async throws {
    let cluster = try await TestCluster.shared()
    try await expectUnreachable(Giftctl(over: cluster.conninfo(database: "nowhere")), ["list"])
  }

  private func ownServer() async throws -> (TestCluster, Giftctl) {
    let cluster = try await TestCluster.private()
    let giftctl = Giftctl(over: try await cluster.createDatabase())
    try await giftctl.done("database", "migrate")
    try await giftctl.done("import", Fixtures.folder)
    return (cluster, giftctl)
  }
}

/// One sentence, exit 6, and nothing that only a database administrator understands.
private func expectUnreachable(_ giftctl: Giftctl, _ words: [String]) async throws {
  let text = try await expect(6, giftctl, words, code: "unreachable")
  #expect(text.hasPrefix("giftctl: The database cannot be reached: "))
}

/// The one sentence with which it ends, also as an error in JSON.
private func expect(
  _ status: Int32, _ giftctl: Giftctl, _ words: [String], code: String
) async throws -> String {
  let outcome = try await giftctl.run(words, limit: .seconds(30))
  #expect(outcome.exitCode == status, "\(words)")
  #expect(outcome.output.isEmpty)
  let text = outcome.errorText
  #expect(text.split(separator: "\n").count == 1 && text.hasSuffix(".\n"))
  #expect(!text.contains("\u{1B}"))
  for jargon in ["FATAL", "SELECT", "SQLSTATE", "HINT", "DETAIL", "Fatal error", "57P01"] {
    #expect(!text.contains(jargon), "\(text)")
  }
  let inJSON = try await giftctl.run(words + ["--json"], limit: .seconds(30))
  #expect(inJSON.exitCode == status)
  #expect(inJSON.errors.isEmpty)
  let shown = try inJSON.json()["error"]?["code"]?.string
  #expect(shown == code)
  return text
}

extension TestCluster {
  /// The server's processes, the first of them the one that the others come from.
  fileprivate func processes() async throws -> [Int32] {
    let main = try postmasterPID
    let children = try String(
      contentsOfFile: "/proc/\(main)/task/\(main)/children", encoding: .utf8)
    return [main] + children.split(separator: " ").compactMap { Int32($0) }
  }
}
