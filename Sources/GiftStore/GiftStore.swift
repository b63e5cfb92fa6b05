// GiftStore is the catalogue's repository: rows in, domain values out, and one way to write. It
// alone knows PostgreSQL and the SQL files; it decides nothing that a pure function can decide,
// and it must not know files, HTTP or the command line.

package import GiftDomain
import GiftSQL
import Postgres

/// The catalogue in a PostgreSQL database.
package struct GiftStore: Sendable {
  let pool: Pool
  let limits: StoreLimits
  let zones = KnownZones()
  let settings: ConnectionSettings

  /// A store over the database that `conninfo` names (libpq's keyword or URI form; empty: libpq's
  /// own `PG…` environment).
  ///
  /// Opens no connection yet.
  package init(
    conninfo: String, role: StoreRole, applicationName: String, limits: StoreLimits = .standard
  ) {
    self.limits = limits
    var settings = ConnectionSettings(
      conninfo: conninfo, applicationName: applicationName, role: role.databaseRole,
      connectDeadline: limits.connectDeadline, callDeadline: limits.callDeadline)
    settings.lockWait = limits.lockWait
    settings.prefersPrimary = role != .reader
    self.settings = settings
    pool = Pool(settings, limit: limits.connections, waitLimit: limits.poolWait)
  }

  /// Closes the connections.
  ///
  /// Safe to call twice.
  package func close() async {
    await pool.close()
  }

  /// What its connections do now.
  package func connections() async -> StoreConnections {
    let pool = await pool.statistics
    return StoreConnections(open: pool.open, idle: pool.idle, waiting: pool.waiting)
  }

  /// The database's clock.
  package func clock() async throws(StoreError) -> Timestamp {
    try await reading { session throws(StoreError) in try session.clock() }
  }

  /// The instant of a local date and time, such as `2026-12-01 10:00`, in an IANA zone, by the
  /// database's rules: a time in a gap moves forward, an ambiguous one is the second of the two.
  ///
  /// Throws `StoreError.localTimeUnreadable` for a time or zone that PostgreSQL does not know.
  package func instant(ofLocalTime text: String, zone: String) async throws(StoreError) -> Timestamp
  {
    let unreadable = StoreError.localTimeUnreadable(text: text, zone: zone)
    // No text of PostgreSQL's can hold NUL, and `infinity` or `now` is no local time.
    guard !(text + zone).contains("\0"), text.contains(where: \.isNumber) else { throw unreadable }
    return try await reading { session throws(StoreError) in
      guard try session.zone(named: zone, known: zones) != nil else { throw unreadable }
      do throws(StoreError) {
        let found = try session.rows(SQL.localInstant, [.text(text), .text(zone)]) {
          row throws(StoreError) in try row.instant("instant")
        }
        guard let instant = found.first else { throw unreadable }
        return instant
      } catch .unexpected(let sqlState, _, _) where ["22007", "22008", "22023"].contains(sqlState) {
        throw unreadable
      } catch .rowBroken {
        // Beyond the years that an instant may have.
        throw unreadable
      }
    }
  }

  /// One read-only transaction that sees one state of the database.
  func reading<Answer: Sendable>(
    _ body: @Sendable (borrowing Session) throws(StoreError) -> Answer
  ) async throws(StoreError) -> Answer {
    try await pool.transaction(
      .readOnly, deadline: limits.callDeadline, mapError: StoreError.init, body)
  }
}
