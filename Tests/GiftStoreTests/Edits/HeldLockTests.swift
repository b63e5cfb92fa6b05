import GiftDomain
import GiftStore
import Postgres
import Support
import Testing

/// Nobody without the right to edit can stop edits.
@Suite(.timeLimit(.minutes(5)))
struct HeldLockTests {
  /// Takes every lock on tables and rows that the role may take, and advisory locks whose keys
  /// begin with "gift".
  private static let everyLock = """
    DO $$
    DECLARE
      name text;
      lock text;
    BEGIN
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'gift' LOOP
        FOREACH lock IN ARRAY ARRAY[
          'LOCK TABLE %I IN ACCESS EXCLUSIVE MODE NOWAIT', 'LOCK TABLE %I IN EXCLUSIVE MODE NOWAIT',
          'LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE NOWAIT',
          'LOCK TABLE %I IN SHARE MODE NOWAIT',
          'LOCK TABLE %I IN SHARE UPDATE EXCLUSIVE MODE NOWAIT',
          'LOCK TABLE %I IN ROW EXCLUSIVE MODE NOWAIT', 'LOCK TABLE %I IN ROW SHARE MODE NOWAIT',
          'LOCK TABLE %I IN ACCESS SHARE MODE NOWAIT', 'SELECT FROM %I FOR UPDATE',
          'SELECT FROM %I FOR NO KEY UPDATE', 'SELECT FROM %I FOR SHARE',
          'SELECT FROM %I FOR KEY SHARE']
        LOOP
          BEGIN
            EXECUTE format(lock, name);
          EXCEPTION
            WHEN insufficient_privilege THEN NULL;
          END;
        END LOOP;
      END LOOP;
    END
    $$;
    SELECT pg_advisory_xact_lock(x'6769667400000001'::bigint);
    SELECT pg_advisory_xact_lock(x'6769667400000002'::bigint)
    """

  @Test(arguments: [StoreRole.reader, .scheduler])
  func `whatever a role locks that may not edit, edits go on`(role: StoreRole) async throws {
    let fixture = try await StoreFixture.migrated()
    let rose = try GiftID("rose")
    var limits = StoreLimits.standard
    limits.lockWait = .milliseconds(500)
    let store = fixture.store(limits: limits)
    try await store.edit(.add(1), of: rose)
    let held = try await HeldTransaction(Self.everyLock, fixture.settings(as: role))
    #expect(try await store.edit(.publish(), of: rose).change == (try .number(2)))
    try await held.end()
  }
}
