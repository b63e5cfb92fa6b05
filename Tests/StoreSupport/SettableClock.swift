package import GiftDomain
package import Support

/// A clock of one database's own: its function has the name of the server's, and copies of the
/// database have it, too.
package struct SettableClock: Sendable {
  private let server: TestCluster
  private let conninfo: String

  /// Holds for connections that are opened from here on, and shows the server's time.
  package init(of conninfo: String, in server: TestCluster) async throws {
    self.server = server
    self.conninfo = conninfo
    try await run(
      """
      SET allow_system_table_mods = on;
      CREATE TABLE public.clock (shown timestamptz, ahead interval NOT NULL);
      INSERT INTO public.clock VALUES (NULL, '0');
      ALTER FUNCTION pg_catalog.clock_timestamp() RENAME TO server_clock_timestamp;
      CREATE FUNCTION pg_catalog.clock_timestamp() RETURNS timestamptz LANGUAGE sql SECURITY DEFINER
      AS 'SELECT coalesce(shown, server_clock_timestamp() + ahead) FROM public.clock';
      """)
  }

  /// The clock of a copy of a database that has one, which shows what that showed.
  package init(copiedTo conninfo: String, in server: TestCluster) {
    self.server = server
    self.conninfo = conninfo
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
