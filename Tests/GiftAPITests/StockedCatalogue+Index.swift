import GiftAPI
import GiftDomain
import GiftStore
import HTTPTypes
import Logging
import StoreSupport
import Support
import Testing

extension StockedCatalogue {
  /// Gifts of these names are live.
  init(in own: TestCluster? = nil, shelf: [String]) async throws {
    try await self.init(in: own)
    for name in shelf {
      _ = try await add(try GiftID(name), "{\"nm\":\"\(name)\"}")
      _ = try await publish(try GiftID(name))
    }
  }

  /// Another server over the same database, which has served nothing yet.
  func another() -> GiftAPI {
    GiftAPI(store: .patient(conninfo: conninfo, role: .reader), logger: .silent)
  }

  /// The name of the catalogue after all that was edited so far.
  var token: String {
    get async throws {
      let tag = try #require(try await get("/v1/catalogue").fields[.eTag])
      return String(tag.dropFirst().dropLast())
    }
  }

  /// Holds a lock that every read of history waits for, until `releaseDefinitions`.
  func holdDefinitions() async throws -> String {
    try await query("BEGIN; LOCK TABLE definition IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(90)")
  }

  /// Waits until somebody holds that lock.
  func awaitHolder() async throws {
    try await wait(for: 1, "query LIKE 'BEGIN; LOCK%' AND wait_event = 'PgSleep'")
  }

  /// Ends who holds that lock in this database, and in no other test's.
  func releaseDefinitions() async throws {
    _ = try await query(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'BEGIN; LOCK%'
      """)
  }

  /// Waits until so many connections to this database are as `condition` says.
  func wait(for count: Int, _ condition: String) async throws {
    let sql = """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND \(condition)
      """
    let found: Void? = try await eventually { try await query(sql) == "\(count)\n" ? () : nil }
    #expect(found != nil, "never: \(condition)")
  }

  /// What the catalogue says of each gift, as it stands there.
  var gifts: [String] {
    get async throws {
      let text = try await get("/v1/catalogue").text
      let start = try #require(text.firstRange(of: "\"gifts\":[")).upperBound
      let end = try #require(text.lastIndex(of: "]"))
      let parts = text[start..<end].split(separator: "},{\"animation\":")
      return parts.enumerated().map { index, part in
        (index == 0 ? "" : "{\"animation\":") + part + (index == parts.count - 1 ? "" : "}")
      }
    }
  }
}
