import DaemonSupport
import Foundation
import Glibc
import PostgresCluster
import Support
import Testing

/// How giftd logs in, and what it says when it may not.
struct LoginTests {
  @Test func `a login that may not read ends with 5 and one sentence`() async throws {
    let server = try await TestCluster.shared()
    let rose = try await PublishedRose(in: server)
    _ = try await rose.query("CREATE ROLE stranger LOGIN")
    let name = try await rose.query("SELECT current_database()").dropLast()
    for grant in ["", "GRANT CONNECT ON DATABASE \(name) TO stranger"] {
      _ = try await rose.query(grant)
      let outcome = try await runProcess(
        try Places.builtProduct("giftd"),
        [
          "--listen", "127.0.0.1:0", "--operations-listen", "127.0.0.1:0", "--database",
          rose.conninfo + " user=stranger",
        ])
      #expect(outcome.status == .exited(5))
      #expect(outcome.errorText.hasPrefix("giftd: The login may not read the catalogue ("))
      #expect(outcome.errorText.contains("grant it gift_reader"))
      #expect(outcome.errorText.split(separator: "\n").count == 1)
    }
  }

  /// A file as systemd hands out credentials (mode 0440), which libpq refuses.
  @Test func `libpq's refusals are told in the log and at readyz, and break no line of JSON`()
    async throws
  {
    let server = try await TestCluster.private()
    let rose = try await PublishedRose(in: server)
    try await server.psql("CREATE ROLE guarded LOGIN PASSWORD 'right'", in: rose.conninfo)
    try await server.psql(
      "GRANT gift_reader, gift_scheduler TO guarded; GRANT CONNECT ON DATABASE "
        + "\(rose.query("SELECT current_database()")) TO guarded", in: rose.conninfo)
    let rules = server.cluster.folder + "/data/pg_hba.conf"
    let others = try String(contentsOfFile: rules, encoding: .utf8)
    try ("local all guarded scram-sha-256\n" + others)
      .write(toFile: rules, atomically: false, encoding: .utf8)
    try await server.restart()
    let (password, pgpass) = (
      server.cluster.folder + "/password", server.cluster.folder + "/pgpass"
    )
    try Data("*:*:*:guarded:right\n".utf8).write(to: URL(filePath: pgpass))
    try FileManager.default.setAttributes([.posixPermissions: 0o440], ofItemAtPath: pgpass)
    let guarded = rose.conninfo + " user=guarded"
    let refused = try await withDaemon(
      database: guarded + " passfile=\(pgpass)", ["--log-format", "json"]
    ) { daemon in
      let ready = try await get("/readyz", port: daemon.operationsPort, host: "::1")
      #expect(ready?.status == 503)
      #expect(ready?.text.contains("\(pgpass) is not used, because its group") == true)
    }
    for line in refused.log {
      #expect(throws: Never.self, "\(line)") {
        try JSONSerialization.jsonObject(with: Data(line.utf8))
      }
    }
    try Data("wrong\n".utf8).write(to: URL(filePath: password))
    let end = try await withDaemon(
      database: guarded, ["--password-file", password]
    ) { daemon in
      let ready = try await get("/readyz", port: daemon.operationsPort, host: "::1")
      #expect(ready?.text == "The database cannot be reached: the login is refused.\n")
      try Data("right\n".utf8).write(to: URL(filePath: password))
      kill(daemon.pid, SIGHUP)
      #expect(
        try await poll("/readyz", port: daemon.operationsPort, host: "::1", until: 200) != nil)
    }
    #expect(end.log.count { $0.contains("reason=the login is refused") } <= 2)
    try server.end()
  }
}
