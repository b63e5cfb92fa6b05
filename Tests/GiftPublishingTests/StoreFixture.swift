import Foundation
import GiftDomain
import GiftPublishing
import GiftStore
import Postgres
import StoreSupport
import Support
import Testing

/// A migrated database of one test's own, a store over it, and the content team's verbs.
struct StoreFixture: Sendable {
  let publisher: Publisher
  private let conninfo: String

  var store: GiftStore { publisher.store }

  /// A copy of a database that was migrated once for the whole run.
  init() async throws {
    conninfo = try await TestCluster.shared().createMigratedDatabase()
    publisher = Publisher(store: .patient(conninfo: conninfo, role: .editor), drawing: nil)
  }

  /// Nothing was ever stored.
  func isEmpty() async throws -> Bool {
    let hasRows = try await store.archive() != Archive.empty
    return try await assetCount() == 0 && !hasRows
  }

  /// The files of an archive's animations, by name.
  func files(of archive: Archive) async throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for case .asset(let asset) in try archive.lines() {
      for (coding, bytes) in try await store.assets([asset.digest]).first?.bodies ?? [:] {
        files[ExportFile.name(of: asset, in: coding)] = bytes
      }
    }
    return files
  }

  /// How many animations are stored.
  func assetCount() async throws -> Int64 {
    let connection = try await Connection.open(.tables(of: conninfo))
    let count = Statement(name: "count", sql: "SELECT count(*) AS value FROM asset")
    return try await connection.query(count) { rows throws(PostgresError) in
      try rows[0].int("value")
    }
  }
}

/// The project's own animations.
enum Fixtures {
  static let folder = Places.packageRoot + "/fixtures/lottie/valid/"

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: folder + name)))
  }

  /// For an import: the bytes of a file, or why there are none.
  static func read(_ name: String) -> Result<[UInt8], FileFault> {
    Result { try bytes(name) }.mapError { _ in FileFault("there is no \(name)") }
  }

  static func manifest() throws -> Manifest { try Manifest(text: bytes("manifest.json")) }
}

/// A request of the tests.
func request(
  _ verb: Verb, expected: ChangeNumber? = nil, isDryRun: Bool = false
) throws -> EditRequest {
  EditRequest(verb: verb, actor: try Actor("tester"), expected: expected, isDryRun: isDryRun)
}

/// What a new gift needs.
func patch(name: String = "Rose", price: Int64 = 10) throws -> DefinitionPatch {
  var patch = DefinitionPatch()
  patch.names[try LocaleTag("en")] = try GiftName(name)
  patch.price = try Price(coins: price)
  return patch
}

/// The error that `call` throws, which has to be one of the module's.
func failure<Answer>(of call: () async throws -> Answer) async -> PublishingError? {
  await #expect(throws: PublishingError.self) { try await call() }
}

extension PublishingError {
  /// Why the domain refused the edit.
  var rejection: Rejection? {
    if case .store(.rejected(let rejection)) = self { rejection } else { nil }
  }

  /// What is wrong with an import.
  var problems: [ImportProblem] {
    if case .importRefused(let problems) = self { problems } else { [] }
  }
}

extension Publisher {
  /// Restores an archive, and says whether it was new.
  func restore(
    _ archive: Archive, isDryRun: Bool = false, read: @escaping @Sendable (String) -> [UInt8]?
  ) async throws -> Bool {
    try await restore(archiveBytes(archive.text()), isDryRun: isDryRun, read: read).isNew
  }
}
