import Foundation
import Testing

@testable import GiftKit

/// A client without a server, at times that the test chooses.
struct OfflineTests {
  private static let savedAt = Date(timeIntervalSince1970: 1_795_258_074)

  /// A folder with a catalogue of two gifts, one of which ends a minute after it was saved.
  private func filled(_ folder: CacheFolder, for server: URL) throws {
    let name = try ServerAddress(server).folderName
    let files = try CatalogueFolder(
      folder.url.appendingPathComponent("catalogues/\(name)", isDirectory: true))
    let end = Timestamps.text(Self.savedAt.addingTimeInterval(60))
    let document = try SampleGifts.whole(
      token(3), [SampleGifts.json("heart"), SampleGifts.json("rose", ["until": end])], until: end)
    guard case .whole(let catalogue) = document else { return }
    let saved = CatalogueFolder.Saved(
      catalogue: catalogue, confirmedAt: Self.savedAt, clockLower: -0.1, clockUpper: 0.1)
    try files.save(saved, replacing: nil)
  }

  private func client(
    _ folder: CacheFolder, _ server: URL, after seconds: TimeInterval, maximumAge: TimeInterval?
  ) throws -> GiftClient {
    let system = ClientEnvironment.system
    let now = Self.savedAt.addingTimeInterval(seconds)
    let environment = ClientEnvironment(
      wall: { now }, uptime: system.uptime, random: system.random, sleep: system.sleep)
    return try GiftClient(
      server: server, cache: CacheConfiguration(directory: folder.url, limit: .megabytes(1)),
      updates: .polling, maximumAge: maximumAge, prefetchesUpcoming: false,
      environment: environment)
  }

  @Test(arguments: [
    (10.0, nil, ["heart", "rose"], false), (59.0, nil, ["heart", "rose"], false),
    (61.0, nil, ["heart"], false), (86_400.0, nil, ["heart"], false),
    (86_400.0, 3600.0, [], true), (10.0, 3600.0, ["heart", "rose"], false),
  ])
  func `offline, gifts go at their own ends, none come, and the age is told`(
    seconds: TimeInterval, maximumAge: TimeInterval?, ids: [String], isExpired: Bool
  ) async throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    // The discard port: nobody listens.
    let server = try #require(URL(string: "http://127.0.0.1:9"))
    try filled(folder, for: server)
    let client = try client(folder, server, after: seconds, maximumAge: maximumAge)
    defer { client.close() }
    let catalogue = try #require(await client.current)
    #expect(catalogue.gifts.map(\.id.text) == ids)
    #expect(catalogue.isExpired == isExpired)
    #expect(catalogue.isOffline)
    #expect(abs(catalogue.age - seconds) < 30)
    #expect(catalogue.token.description == token(3))
    await #expect(throws: GiftClientError.self) { try await client.refresh() }
    #expect(await client.current?.gifts.map(\.id.text) == ids)
  }

  @Test func `offline, a gift that ends while the app runs goes at its end`() async throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let server = try #require(URL(string: "http://127.0.0.1:9"))
    try filled(folder, for: server)
    let client = try client(folder, server, after: 59, maximumAge: nil)
    defer { client.close() }
    var seen: [[String]] = []
    for await catalogue in client.catalogues {
      seen.append(catalogue.gifts.map(\.id.text))
      if seen.count == 2 { break }
    }
    #expect(seen == [["heart", "rose"], ["heart"]])
  }

  @Test func `a catalogue of another server is not shown`() async throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    try filled(folder, for: try #require(URL(string: "http://127.0.0.1:10")))
    let server = try #require(URL(string: "http://127.0.0.1:9"))
    let client = try client(folder, server, after: 1, maximumAge: nil)
    defer { client.close() }
    #expect(await client.current == nil)
  }
}
