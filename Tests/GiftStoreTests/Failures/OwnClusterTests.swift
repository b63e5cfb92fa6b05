import Foundation
import GiftDomain
import GiftStore
import Glibc
import Postgres
import PostgresCluster
import Support
import Testing

/// What takes a cluster of the test's own: one that stops, hangs, or has never seen our roles.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct OwnClusterTests {
  @Test func `a stopped server is unreachable until it is back`() async throws {
    let fixture = try await Self.fixture()
    let store = fixture.store(.owner)
    _ = try await store.migrate()
    try await fixture.cluster.stop()
    #expect(try #require(await failure { try await store.view(at: .now) }).isUnreachable)
    #expect(try #require(await failure { try await store.migrate() }).isUnreachable)
    try await fixture.cluster.start()
    #expect(try await store.view(at: .now).change == .zero)
    try fixture.cluster.end()
  }

  @Test func `a hung server is unreachable within the deadline`() async throws {
    let fixture = try await Self.fixture()
    var limits = StoreLimits()
    limits.connectDeadline = .seconds(2)
    let store = fixture.store(.owner, limits: limits)
    let pid = try fixture.cluster.postmasterPID
    try #require(kill(pid, SIGSTOP) == 0)
    let start = ContinuousClock.now
    let error = await failure { try await store.clock() }
    kill(pid, SIGCONT)
    #expect(try #require(error).isUnreachable)
    #expect(ContinuousClock.now - start < .seconds(8))
    _ = try await store.clock()
    try fixture.cluster.end()
  }

  @Test func `who stops connecting to a hung server knocks no more`() async throws {
    let fixture = try await Self.fixture()
    let pid = try fixture.cluster.postmasterPID
    try #require(kill(pid, SIGSTOP) == 0)
    defer { kill(pid, SIGCONT) }
    let store = fixture.store(.reader)
    let following = Task { () async throws(StoreError) in try await store.follower(firstHost: 0) }
    try #require(try await eventually { try fixture.knocks() > 0 ? true : nil } == true)
    following.cancel()
    _ = await following.result
    // The first, and one that a second later came beside it.
    #expect(try fixture.knocks() <= 2)
    kill(pid, SIGCONT)
    try fixture.cluster.end()
  }

  @Test func `a cluster without our roles is not migrated`() async throws {
    let fixture = try await Self.fixture()
    for role in StoreRole.allCases { try await expectNotMigrated(fixture.store(role)) }
    try fixture.cluster.end()
  }

  @Test func `a login that owns the database and may create roles needs no superuser`() async throws
  {
    let cluster = try await TestCluster.private()
    var fixture = StoreFixture(cluster: cluster, database: "postgres")
    let connection = try await fixture.connection()
    for sql in ["CREATE ROLE maker LOGIN CREATEROLE", "CREATE DATABASE made OWNER maker"] {
      try await cluster.psql(sql, in: cluster.conninfo(database: "postgres"))
    }
    fixture = StoreFixture(cluster: cluster, database: "made")
    let rose = try GiftID("rose")
    #expect(try await !fixture.store(.owner, user: "maker").migrate().applied.isEmpty)
    let editor = fixture.store(.editor, user: "maker")
    try await editor.edit(.add(1), of: rose)
    try await editor.edit(.publish(), of: rose)
    let reader = fixture.store(.reader, user: "maker")
    #expect(try await reader.view(at: .now).catalogue.items.map(\.gift) == [rose])
    try await expectStranger(connection, fixture)
    try cluster.end()
  }

  @Test func `roles and a schema that an administrator has made are used`() async throws {
    let cluster = try await TestCluster.private()
    let postgres = cluster.conninfo(database: "postgres")
    for sql in [
      "CREATE ROLE gift_reader", "CREATE ROLE gift_editor", "CREATE ROLE gift_scheduler",
      "CREATE ROLE maker LOGIN", "CREATE DATABASE made", "GRANT CONNECT ON DATABASE made TO maker",
    ] {
      try await cluster.psql(sql, in: postgres)
    }
    let fixture = StoreFixture(cluster: cluster, database: "made")
    try await fixture.script(
      "CREATE SCHEMA gift AUTHORIZATION maker; CREATE EXTENSION btree_gist SCHEMA public")
    let owner = fixture.store(.owner, user: "maker")
    #expect(try await !owner.migrate().applied.isEmpty)
    let (rose, editor) = (try GiftID("rose"), fixture.store(user: "maker"))
    let refused = StoreError.notAllowed(statement: "BEGIN as gift_editor")
    #expect(await failure { try await editor.edit(.add(1), of: rose) } == refused)
    try await cluster.psql("GRANT gift_editor TO maker", in: postgres)
    try await editor.edit(.add(1), of: rose)
    try cluster.end()
  }

  /// Membership in a role holds for a whole cluster, rights for one database of it, also where that
  /// was copied under another name.
  @Test func `an editor of one database is none of another`() async throws {
    let cluster = try await TestCluster.private()
    let anna = "anna"
    func fixture(_ database: String) -> StoreFixture {
      StoreFixture(cluster: cluster, database: database)
    }
    let (hers, other, copy) = (fixture("hers"), fixture("other"), fixture("copy"))
    let postgres = cluster.conninfo(database: "postgres")
    for made in [hers, other] {
      try await cluster.psql("CREATE DATABASE \(made.database)", in: postgres)
      let owner = made.store(.owner)
      _ = try await owner.migrate()
      await owner.close()
    }
    for sql in [
      "CREATE ROLE anna LOGIN", "GRANT gift_editor TO anna",
      "GRANT CONNECT ON DATABASE hers TO anna",
    ] {
      try await cluster.psql(sql, in: postgres)
    }
    let rose = try GiftID("rose")
    let store = hers.store(user: anna)
    try await store.edit(.add(1), of: rose)
    await store.close()
    let refused = StoreError.notAllowed(statement: "connect")
    #expect(await failure { try await other.store(user: anna).edit(.add(1), of: rose) } == refused)
    try await cluster.psql("CREATE DATABASE copy TEMPLATE hers", in: postgres)
    _ = try await copy.store(.owner).migrate()
    #expect(await failure { try await copy.store(user: anna).edit(.add(2), of: rose) } == refused)
    #expect(try await copy.store().record(of: rose)?.last == (try .number(1)))
    try cluster.end()
  }

  /// A login that is no member of the roles is told that it is not allowed.
  private func expectStranger(_ connection: Connection, _ fixture: StoreFixture) async throws {
    try await connection.execute(Statement(name: "stranger", sql: "CREATE ROLE stranger LOGIN"))
    let store = fixture.store(.reader, user: "stranger")
    #expect(await failure { try await store.clock() } == .notAllowed(statement: "connect"))
  }

  private static func fixture() async throws -> StoreFixture {
    let cluster = try await TestCluster.private()
    return StoreFixture(cluster: cluster, database: try await cluster.createDatabaseNamed())
  }
}

extension StoreFixture {
  /// How many connections wait for the server to take them; see proc(5).
  fileprivate func knocks() throws -> Int {
    let sockets = try String(contentsOfFile: "/proc/net/unix", encoding: .utf8)
    let known = sockets.split(separator: "\n").count {
      $0.contains(cluster.cluster.socketFolder)
    }
    return known - 1
  }
}
