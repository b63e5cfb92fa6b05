package import Postgres

/// A transaction that has run statements, and is held open until it is told to commit.
package struct HeldTransaction: Sendable {
  private static let key = 0x4865_6c64

  private let gate: Connection
  private let holder: Connection
  private let work: Task<Void, any Error>

  /// Runs a text of statements, and returns when they are done.
  package init(_ sql: String, _ settings: ConnectionSettings) async throws {
    let gate = try await Connection.open(
      ConnectionSettings(conninfo: settings.conninfo, applicationName: "gate"))
    let holder = try await Connection.open(settings)
    try await gate.execute(
      Statement(name: "close", sql: "SELECT pg_advisory_lock(\(Self.key))"))
    self.gate = gate
    self.holder = holder
    work = Task {
      try await holder.transaction(.readWrite, deadline: .seconds(120), mapError: { $0 }) {
        session in
        try session.script("\(sql); SELECT pg_advisory_xact_lock(\(Self.key))")
      }
    }
    let waiting = Statement(
      name: "waiting",
      sql: """
        SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = \(Self.key) AND NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        """)
    while try await gate.execute(waiting) == 0 { try Task.checkCancellation() }
  }

  /// Lets it commit.
  package func end() async throws {
    await gate.close()
    try await work.value
    await holder.close()
  }
}
