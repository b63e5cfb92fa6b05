import Foundation
import GiftDomain
import GiftPublishing
import GiftStore
import StoreSupport
import Support
import Testing

/// Every animation of the public corpus that the check accepts, in and out again.
@Suite(.timeLimit(.minutes(10)))
struct CorpusTests {
  @Test func `what goes in comes out, byte for byte`() async throws {
    guard let folder = Places.sharedMaterial("corpus") else { return }
    let files = try Self.files(below: folder)
    try #require(files.count > 400)
    let fixture = try await StoreFixture()
    let read: @Sendable (String) -> Result<[UInt8], FileFault> = { name in
      files[name].map { .success($0) } ?? .failure(FileFault("missing"))
    }
    let all = try files.keys.sorted().enumerated().map { try Self.entry($0.element, $0.offset) }
    let refused = await failure {
      try await fixture.publisher.plan(
        Manifest(gifts: all), for: request(.import), read: read, progress: { _ in })
    }
    let bad = Set((refused?.problems ?? []).map(\.id))
    let accepted = all.filter { !bad.contains($0.id) }
    try #require(accepted.count > 300)
    let plan = try await fixture.publisher.plan(
      Manifest(gifts: accepted), for: request(.import), read: read, progress: { _ in })
    _ = try await fixture.publisher.carryOut(plan, request(.import)) { _ in }

    let states = try await fixture.store.view(at: .now).states
    let assets = Dictionary(uniqueKeysWithValues: states.map { ($0.gift.text, $0.versions) })
    var distinct: Set<[UInt8]> = []
    for entry in accepted {
      let bytes = try #require(entry.file.flatMap { files[$0] })
      let version = try #require(assets[entry.id]?.first)
      distinct.insert(bytes)
      #expect(try await fixture.store.asset(version.asset) == bytes, "\(entry.file ?? "")")
    }
    #expect(try await fixture.assetCount() == Int64(distinct.count))
  }

  private static func files(below folder: String) throws -> [String: [UInt8]] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return Dictionary(
      uniqueKeysWithValues: try names.filter { $0.hasSuffix(".json") }.map { name in
        (name, [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + name))))
      })
  }

  private static func entry(_ file: String, _ index: Int) throws -> Manifest.Entry {
    let text = #"{"gifts":[{"id":"corpus-\#(index)","names":{"en":"Corpus"},"price":1}]}"#
    var entry = try Manifest(text: Array(text.utf8)).gifts[0]
    entry.file = file
    return entry
  }
}
