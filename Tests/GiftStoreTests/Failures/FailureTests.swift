import GiftDomain
import GiftStore
import Glibc
import Postgres
import StoreSupport
import Support
import Testing

/// What the store says when the database does not do as it should.
@Suite(.timeLimit(.minutes(5)))
struct FailureTests {
  private let rose: GiftID
  private let killEveryoneElse = """
    SELECT count(pg_terminate_backend(pid)) AS value FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
    """
  private let othersAlive = """
    SELECT count(*) AS value FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
    """
  /// The lock that edits take one after the other.
  private let lock = "SELECT FROM head FOR UPDATE"
  private let waiting = "SELECT count(*) AS value \(Self.waiters)"
  private let killWaiters = "SELECT count(pg_terminate_backend(pid)) AS value \(Self.waiters)"
  private static let waiters = """
    FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND wait_event IN ('transactionid', 'tuple') AND query LIKE '%FROM head FOR UPDATE%'
    """

  init() throws { rose = try GiftID("rose") }

  @Test func `killed connections are replaced by the next call`() async throws {
    let fixture = try await StoreFixture.migrated()
    let store = fixture.store()
    let connection = try await fixture.connection()
    for price in 1...3 {
      try await store.edit(.add(1, price: Int64(price)), of: rose)
      #expect(try await connection.int(killEveryoneElse) > 0)
      try await connection.awaitInt(0, othersAlive)
      #expect(try await store.view(at: .now).change.value == Int64(price))
    }
  }

  @Test func `an edit that loses its connection was not made, and works again`() async throws {
    let fixture = try await StoreFixture.migrated()
    let store = fixture.store()
    let connection = try await fixture.connection()
    let other = try await HeldTransaction(lock, fixture.settings())
    async let edit = failure { try await store.edit(.add(1), of: rose) }
    try await connection.awaitInt(1, waiting)
    #expect(try await connection.int(killWaiters) == 1)
    #expect(try #require(await edit).isUnreachable)
    try await other.end()
    #expect(try await store.edit(.add(1), of: rose).change == (try .number(1)))
  }

  @Test func `an edit waits for the lock no longer than it may`() async throws {
    let fixture = try await StoreFixture.migrated()
    let other = try await HeldTransaction(lock, fixture.settings())
    let store = fixture.store(limits: limits { $0.lockWait = .milliseconds(200) })
    let start = ContinuousClock.now
    #expect(await failure { try await store.edit(.add(1), of: rose) } == .waitedTooLong(.lock))
    #expect(ContinuousClock.now - start >= .milliseconds(200))
    await #expect(throws: StoreError.waitedTooLong(.lock)) {
      try await store.restore(Archive.empty) { _ in nil }
    }
    #expect(try await store.view(at: .now).change == .zero)
    try await other.end()
    #expect(try await store.edit(.add(1), of: rose).change == (try .number(1)))
  }

  @Test func `a call waits for a connection no longer than it may`() async throws {
    let fixture = try await StoreFixture.migrated()
    let connection = try await fixture.connection()
    let other = try await HeldTransaction(lock, fixture.settings())
    let store = fixture.store(
      limits: limits {
        $0.connections = 1
        $0.poolWait = .milliseconds(100)
      })
    async let edit = store.edit(.add(1), of: rose)
    try await connection.awaitInt(1, waiting)
    #expect(await failure { try await store.clock() } == .waitedTooLong(.connection))
    try await other.end()
    #expect(try await edit.change == (try .number(1)))
  }

  @Test func `a limit of the server's own is a wait for its answer`() async throws {
    let fixture = try await StoreFixture.migrated()
    let other = try await HeldTransaction(lock, fixture.settings())
    try await fixture.script("ALTER DATABASE \(fixture.database) SET statement_timeout = '100ms'")
    let store = fixture.store()
    #expect(await failure { try await store.edit(.add(1), of: rose) } == .waitedTooLong(.answer))
    try await other.end()
  }

  @Test func `a hung connection ends within the deadline`() async throws {
    let fixture = try await StoreFixture.migrated()
    let store = fixture.store(limits: limits { $0.callDeadline = .seconds(3) })
    _ = try await store.clock()
    let connection = try await fixture.connection()
    let pid = Int32(
      try await connection.int(
        """
        SELECT pid AS value FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """))
    try #require(kill(pid, SIGSTOP) == 0)
    defer { kill(pid, SIGCONT) }
    let start = ContinuousClock.now
    #expect(try #require(await failure { try await store.view(at: .now) }).isUnreachable)
    #expect(ContinuousClock.now - start < .seconds(8))
    #expect(try await store.view(at: .now).change == .zero)
  }

  @Test func `a commit without an answer is unknown, and the same edit finds out`() async throws {
    let fixture = try await StoreFixture.migrated()
    // A commit that takes a minute.
    try await fixture.script(
      """
      CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN PERFORM pg_sleep(60); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON change DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION slow();
      """)
    let store = fixture.store(limits: limits { $0.editDeadline = .seconds(8) })
    #expect(await failure { try await store.edit(.add(1), of: rose) } == .outcomeUnknown)
    try await fixture.script("DROP TRIGGER slow ON change")
    #expect(try await store.edit(.add(1), of: rose).change == (try .number(1)))
  }

  private func limits(_ change: (inout StoreLimits) -> Void) -> StoreLimits {
    var limits = StoreLimits.standard
    change(&limits)
    return limits
  }
}

/// The error that `call` throws, which has to be one of the store's.
func failure<Answer>(of call: () async throws -> Answer) async -> StoreError? {
  await #expect(throws: StoreError.self) { try await call() }
}

extension StoreError {
  var isUnreachable: Bool {
    if case .unreachable = self { true } else { false }
  }
}
