import GiftDomain
import GiftStore
import PostgresCluster
import StoreSupport
import Support
import Testing

/// A database in which the gift `rose` is live.
struct PublishedRose: Sendable {
  static let content = Array("{\"v\": \"5.5.7\", \"nm\": \"Röschen\"}\n".utf8)

  /// The digest of that.
  static let digest = sha256Hex(content)

  let server: TestCluster
  let conninfo: String

  init(
    in server: TestCluster, content: [UInt8] = Self.content, codings: AssetCodings = [:]
  ) async throws {
    self.server = server
    conninfo = try await server.createMigratedDatabase()
    let store = GiftStore.patient(conninfo: conninfo, role: .editor)
    try await Self.play(content, codings, in: store)
    await store.close()
  }

  /// What `psql` prints for one statement, run as the superuser.
  func query(_ sql: String) async throws -> String {
    let outcome = try await runProcess(
      try server.cluster.binariesFolder() + "/psql",
      ["--no-psqlrc", "-AtXc", sql, "\(conninfo) options='-csearch_path=gift'"])
    return outcome.outputText + outcome.errorText
  }

  /// The rose plays these bytes from now on.
  func play(_ content: String) async throws {
    let store = GiftStore.patient(conninfo: conninfo, role: .editor)
    try await Self.play(Array(content.utf8), [:], in: store)
    await store.close()
  }

  private static func play(
    _ content: [UInt8], _ codings: AssetCodings, in store: GiftStore
  ) async throws {
    let candidate = try AnimationCandidate(
      asset: try SHA256Digest(bytes: sha256(content)), byteCount: Int64(content.count),
      facts: try AnimationFacts(
        width: 512, height: 512, frameRateHz: 30, frameCount: 90, durationMs: 3_000),
      playback: .once, chosen: .none)
    var patch = DefinitionPatch()
    patch.names = [try LocaleTag("en"): try GiftName("Rose")]
    patch.price = try Price(coins: 10)
    let upload = Upload(
      candidate: candidate, bytes: content, codings: codings, findings: "[]")
    let rose = try GiftID("rose")
    let actor = try Actor("tester")
    _ = try await store.commit(
      [.define(gift: rose, patch: patch), .addVersion(gift: rose, animation: candidate)],
      EditRequest(verb: .add, actor: actor), uploads: [upload])
    _ = try await store.commit(
      [.publish(gift: rose, version: nil, from: nil, until: nil, replace: .nothing)],
      EditRequest(verb: .publish, actor: actor))
  }

  /// Nobody may have its animation any more.
  func withdraw() async throws {
    let store = GiftStore.patient(conninfo: conninfo, role: .editor)
    _ = try await store.commit(
      [
        .setWithdrawn(
          gift: try GiftID("rose"), animation: try SHA256Digest(hex: Self.digest), withdrawn: true)
      ], EditRequest(verb: .withdraw, actor: try Actor("tester")))
    await store.close()
  }

  /// Plans the end of the rose, 0 being now, and returns it.
  @discardableResult
  func retire(afterSeconds seconds: Int64 = 0) async throws -> Timestamp {
    let store = GiftStore.patient(conninfo: conninfo, role: .editor)
    let planned = try await store.clock().advanced(byMicroseconds: seconds * 1_000_000)
    let end = seconds == 0 ? nil : planned
    _ = try await store.commit(
      [.retire(gift: try GiftID("rose"), at: end)],
      EditRequest(verb: .retire, actor: try Actor("tester")))
    await store.close()
    return planned
  }

  /// Waits until a connection to this database is as `condition` says.
  func wait(for condition: String) async throws {
    let sql = """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND \(condition)
      """
    let count = try await eventually {
      let count = try await query(sql)
      return count == "0\n" ? nil : count
    }
    #expect(count != nil, "never: \(condition)")
  }
}

/// A digest as addresses have it.
func sha256Hex(_ bytes: [UInt8]) -> String {
  sha256(bytes).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
