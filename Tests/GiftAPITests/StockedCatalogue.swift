import Compression
import GiftDomain
import GiftStore
import HTTPTypes
import Hashing
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
  init(in own: TestCluster? = nil, logger: Logger = .silent) async throws {
    if let own { server = own } else { server = try await TestCluster.shared() }
    conninfo = try await server.createMigratedDatabase()
    editor = .patient(conninfo: conninfo, role: .editor)
    api = GiftAPI(store: .patient(conninfo: conninfo, role: .reader), logger: logger)
  }

  /// A new version whose bytes are `content`, and a gift of that name when it is new.
  func add(_ gift: GiftID, _ content: String) async throws -> EditOutcome {
    let bytes = Array(content.utf8)
    let shorter = { (coded: [UInt8]) in coded.count < bytes.count ? coded : nil }
    return try await add(
      gift, bytes: bytes,
      codings: AssetCodings(gzip: shorter(gzip(bytes)), brotli: shorter(brotli(bytes))))
  }

  func add(
    _ gift: GiftID, bytes: [UInt8], codings: AssetCodings = .none
  ) async throws -> EditOutcome {
    let candidate = AnimationCandidate(
      asset: try SHA256Digest(bytes: sha256(bytes)), byteCount: Int64(bytes.count),
      facts: try AnimationFacts(
        width: 512, height: 256, frameRateHz: 29.97, frameCount: 90, durationMs: 3_003))
    var patch = DefinitionPatch()
    patch.names = [
      try LocaleTag("en"): try GiftName("Rose \"1\""), try LocaleTag("de"): try GiftName("Röschen"),
    ]
    patch.price = try Price(coins: 10)
    patch.category = try Category("flowers")
    patch.tags = [try Tag("valentine"), try Tag("red")]
    patch.isStreakable = true
    return try await edit(
      .add, gift, Upload(candidate: candidate, bytes: bytes, codings: codings, findings: "[]")
    ) { [patch] context throws(Rejection) in
      try context.current.adding(candidate, patch, change: context.change)
    }
  }

  /// The latest version, `delay` from now on for `duration`, in microseconds; 0 and nil: now, open.
  func publish(
    _ gift: GiftID, after delay: Int64 = 0, for duration: Int64? = nil
  ) async throws -> EditOutcome {
    try await edit(.publish, gift) { context throws(Rejection) in
      let window = try Self.window(from: context.now, after: delay, for: duration)
      return try context.current.publishing(nil, in: window, now: context.now, replacing: false)
    }
  }

  func retire(_ gift: GiftID) async throws -> EditOutcome {
    try await edit(.retire, gift) { context throws(Rejection) in
      try context.current.retiring(at: context.now, now: context.now)
    }
  }

  func rollBack(_ gift: GiftID, to change: ChangeNumber) async throws -> EditOutcome {
    try await edit(.rollback, gift) { context throws(Rejection) in
      context.current.rollingBack(to: try context.rollbackTarget(change), now: context.now)
    }
  }

  /// The answer after all that was edited so far.
  func get(
    _ target: String, _ method: HTTPRequest.Method = .get, unless tag: String? = nil,
    fields: HTTPFields = [:]
  ) async throws -> Answer {
    try await api.keeper.refresh()
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
      try server.cluster.binariesFolder() + "/psql", ["--no-psqlrc", "-AtXc", sql, conninfo])
    return outcome.outputText + outcome.errorText
  }

  private static func window(
    from now: Timestamp, after delay: Int64, for duration: Int64?
  ) throws(Rejection) -> Window {
    do throws(DomainError) {
      let from = try now.advanced(byMicroseconds: delay)
      guard let duration else { return try Window(from: from) }
      return try Window(from: from, until: try from.advanced(byMicroseconds: duration))
    } catch {
      throw .invalid(error)
    }
  }

  private func edit(
    _ verb: Verb, _ gift: GiftID, _ upload: Upload? = nil, _ decide: @escaping GiftEdit.Decision
  ) async throws -> EditOutcome {
    try await editor.edit(
      EditRequest(verb: verb, actor: try Actor("tester")),
      [GiftEdit(gift: gift, upload: upload, decide: decide)])
  }
}

/// The address of bytes.
func animationURL(_ content: String) throws -> String {
  try animationURL(bytes: Array(content.utf8))
}

func animationURL(bytes: [UInt8]) throws -> String {
  "/v1/animations/\(try SHA256Digest(bytes: sha256(bytes)).hex).json"
}
