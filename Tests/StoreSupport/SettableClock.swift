package import GiftDomain
package import Support

/// A clock of one database's own: its function stands before that of the server.
package struct SettableClock: Sendable {
  private let server: TestCluster
  private let conninfo: String

  /// Holds for connections that are opened from here on, and shows the server's time.
  package init(of conninfo: String, in server: TestCluster) async throws {
    self.server = server
    self.conninfo = conninfo
    try await run(
      """
      CREATE TABLE clock (shown timestamptz, ahead interval NOT NULL);
      INSERT INTO clock VALUES (NULL, '0');
      CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql SECURITY DEFINER
      AS 'SELECT coalesce(shown, pg_catalog.clock_timestamp() + ahead) FROM public.clock';
      ALTER FUNCTION announcement_follows() SET search_path = public, pg_catalog;
      ALTER FUNCTION change_is_true() SET search_path = public, pg_catalog;
      """)
    try await precedeServer()
  }

  /// The clock of a copy of a database that has one, which shows what that showed.
  package init(copiedTo conninfo: String, in server: TestCluster) async throws {
    self.server = server
    self.conninfo = conninfo
    try await precedeServer()
  }

  /// Has names looked up in our schema first, which a copy of a database does not take over.
  private func precedeServer() async throws {
    try await run(
      """
      DO $$ BEGIN
        EXECUTE format(
          'ALTER DATABASE %I SET search_path = public, pg_catalog', current_database());
      END $$
      """)
  }

  /// Shows one instant and stands still.
  package func stand(at instant: Timestamp) async throws {
    try await run("UPDATE public.clock SET shown = '\(instant.rfc3339)'")
  }

  /// Goes, so many seconds before or after the server's.
  package func go(ahead seconds: Int64) async throws {
    try await run("UPDATE public.clock SET shown = NULL, ahead = '\(seconds) s'")
  }

  private func run(_ sql: String) async throws { try await server.psql(sql, in: conninfo) }
}
