import Compression
import GiftDomain
import GiftStore
import HTTPTypes
import Logging
import NIOCore
import PostgresCluster
import StoreSupport
import Support

@testable import GiftAPI

/// A database of a test's own, and the API over it with the reader's rights.
struct StockedCatalogue: Sendable {
  let server: TestCluster
  let conninfo: String
  let editor: GiftStore
  let api: GiftAPI

  /// In a cluster of the test's own, or in that of all tests.
  init(
    in own: TestCluster? = nil, limits: APILimits = .standard, logger: Logger = .silent
  ) async throws {
    if let own { server = own } else { server = try await TestCluster.shared() }
    conninfo = try await server.createMigratedDatabase()
    editor = .patient(conninfo: conninfo, role: .editor)
    api = GiftAPI(
      store: .patient(conninfo: conninfo, role: .reader), limits: limits, logger: logger)
  }

  /// A new version whose bytes are `content`, and a gift of that name when it is new.
  func add(_ gift: GiftID, _ content: String) async throws -> EditOutcome {
    let bytes = Array(content.utf8)
    return try await add(
      gift, bytes: bytes,
      codings: [ContentCoding.gzip: gzip(bytes), .brotli: brotli(bytes)]
        .filter { $0.value.count < bytes.count })
  }

  func add(
    _ gift: GiftID, bytes: [UInt8], codings: AssetCodings = [:]
  ) async throws -> EditOutcome {
    let candidate = try AnimationCandidate(
      asset: try SHA256Digest(bytes: sha256(bytes)), byteCount: Int64(bytes.count),
      facts: try AnimationFacts(
        width: 512, height: 256, frameRateHz: 29.97, frameCount: 90, durationMs: 3_003),
      playback: .once, chosen: .none)
    var patch = DefinitionPatch()
    patch.names = [
      try LocaleTag("en"): try GiftName("Rose \"1\""), try LocaleTag("de"): try GiftName("Röschen"),
    ]
    patch.price = try Price(coins: 10)
    patch.category = try Category("flowers")
    patch.tags = [try Tag("valentine"), try Tag("red")]
    patch.isStreakable = true
    return try await commit(
      .add, [.define(gift: gift, patch: patch), .addVersion(gift: gift, animation: candidate)],
      [Upload(candidate: candidate, bytes: bytes, codings: codings, findings: "[]")])
  }

  /// The latest version, `delay` from now on for `duration`, in microseconds; 0 and nil: now, open.
  func publish(
    _ gift: GiftID, after delay: Int64 = 0, for duration: Int64? = nil, on terms: Terms? = nil
  ) async throws -> EditOutcome {
    let now = try await editor.clock()
    let from = try now.advanced(byMicroseconds: delay)
    let until = try duration.map { try from.advanced(byMicroseconds: $0) }
    return try await commit(
      .publish,
      [
        .publish(
          gift: gift, version: nil, from: delay == 0 ? nil : from, until: until, terms: terms,
          replace: .nothing)
      ])
  }

  func retire(_ gift: GiftID) async throws -> EditOutcome {
    try await commit(.retire, [.retire(gift: gift, at: nil)])
  }

  func rollBack(_ gift: GiftID, to change: ChangeNumber) async throws -> EditOutcome {
    try await commit(.rollback, [.rollBack(gift: gift, to: change)])
  }

  /// The answer after all that was edited so far.
  func get(
    _ target: String, _ method: HTTPRequest.Method = .get, unless tag: String? = nil,
    fields: HTTPFields = [:]
  ) async throws -> Answer {
    try await api.follower.refresh()
    return await answer(target, method, unless: tag, fields: fields)
  }

  /// The answer with what was last read, of `other` instead of this one's server.
  func answer(
    _ target: String, _ method: HTTPRequest.Method = .get, unless tag: String? = nil,
    fields: HTTPFields = [:], from other: GiftAPI? = nil
  ) async -> Answer {
    var fields = fields
    fields[.ifNoneMatch] = tag
    return await (other ?? api).answer(target, method, fields)
  }

  /// What `psql` prints for one statement, run as the superuser.
  func query(_ sql: String) async throws -> String {
    let outcome = try await runProcess(
      try server.cluster.binariesFolder() + "/psql",
      ["--no-psqlrc", "-AtXc", sql, "\(conninfo) options='-csearch_path=gift'"])
    return outcome.outputText + outcome.errorText
  }

  func commit(
    _ verb: Verb, _ commands: [Command], _ uploads: [Upload] = []
  ) async throws -> EditOutcome {
    try await editor.commit(
      commands, EditRequest(verb: verb, actor: try Actor("tester")), uploads: uploads)
  }
}

extension EditOutcome {
  /// When the latest version of the only gift plays.
  var window: Window? {
    guard let after = difference.gifts.first?.after else { return nil }
    return after.schedule.availabilities
      .last { $0.version == after.definition?.latestVersion }?.window
  }
}

/// The address of bytes.
func animationURL(_ content: String) throws -> String {
  try animationURL(bytes: Array(content.utf8))
}

func animationURL(bytes: [UInt8]) throws -> String {
  "/v1/animations/\(try SHA256Digest(bytes: sha256(bytes)).hex).json"
}
