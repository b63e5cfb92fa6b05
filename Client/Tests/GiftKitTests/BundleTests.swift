import Foundation
import Testing

@testable import GiftKit

/// A first start without a network, with what the app brought along.
struct BundleTests {
  private static let content = Data(String(repeating: "{\"v\":2}", count: 300).utf8)

  /// A bundle with one gift and, if wanted, its animation.
  private func fill(_ folder: CacheFolder, change: Int = 3, content: Data?) throws {
    let catalogue = SampleGifts.data([
      "asOf": "2026-11-26T16:54:57Z", "catalogue": token(change),
      "gifts": [SampleGifts.json("rose", content: Self.content)],
    ])
    try catalogue.write(to: folder.url.appendingPathComponent("catalogue.json"))
    let asset = AssetReference(of: Self.content, kind: .animation)
    let name = try #require(asset.path.split(separator: "/").last)
    try content?.write(to: folder.url.appendingPathComponent(String(name)))
  }

  private func client(_ bundle: CacheFolder, _ cache: CacheFolder? = nil) throws -> GiftClient {
    var configuration =
      cache.map { CacheConfiguration(directory: $0.url, limit: .megabytes(1)) }
      ?? CacheConfiguration(memoryLimit: .megabytes(1))
    configuration.bundle = bundle.url
    return try GiftClient(
      server: try #require(URL(string: "http://127.0.0.1:9")), cache: configuration)
  }

  @Test func `a bundle is shown and plays without a network`() async throws {
    let bundle = try CacheFolder()
    defer { bundle.delete() }
    try fill(bundle, content: Self.content)
    let client = try client(bundle)
    defer { client.close() }
    let catalogue = try #require(await client.current)
    #expect(catalogue.gifts.map(\.id) == ["rose"])
    #expect(catalogue.isOffline)
    #expect(try await client.animation(for: "rose").data == Self.content)
    #expect(await client.current?.token.description == token(3))
  }

  @Test(arguments: [content.dropLast() + Data("?".utf8), Data(), nil])
  func `an animation of a bundle is verified`(content: Data?) async throws {
    let bundle = try CacheFolder()
    defer { bundle.delete() }
    try fill(bundle, content: content)
    let client = try client(bundle)
    defer { client.close() }
    await #expect(throws: GiftClientError.self) { try await client.animation(for: "rose") }
  }

  @Test(arguments: [(4, 4), (3, 3), (2, 3)])
  func `the newer of a bundle and what was saved is shown`(change: Int, shown: Int) async throws {
    let (bundle, cache) = (try CacheFolder(), try CacheFolder())
    defer { bundle.delete() }
    defer { cache.delete() }
    try fill(bundle, change: change, content: nil)
    let name = try ServerAddress(try #require(URL(string: "http://127.0.0.1:9"))).folderName
    let files = try CatalogueFolder(
      cache.url.appendingPathComponent("catalogues/\(name)", isDirectory: true))
    guard case .whole(let held) = try SampleGifts.whole(token(3), []) else { return }
    let saved = CatalogueFolder.Saved(
      catalogue: held, confirmedAt: Date(), clockLower: nil, clockUpper: nil)
    try files.save(saved, replacing: nil)
    let client = try client(bundle, cache)
    defer { client.close() }
    #expect(await client.current?.token.description == token(shown))
  }

  @Test func `a bundle without a catalogue is none`() async throws {
    let bundle = try CacheFolder()
    defer { bundle.delete() }
    let client = try client(bundle)
    defer { client.close() }
    #expect(await client.current == nil)
  }
}
