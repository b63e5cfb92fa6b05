import Foundation
import Synchronization
import Testing

@testable import GiftKit

/// What is on disk when it could not be written at first.
struct SavingTests {
  @Test func `a catalogue that could not be saved is saved when a server confirms it`()
    async throws
  {
    let same = SampleGifts.data([
      "asOf": "2026-11-26T16:54:58Z", "from": token(3), "to": token(3), "changed": [Any](),
      "removed": [Any](),
    ])
    try await run(then: same) { client, saved, uptime in
      uptime.advance()
      let shown = try await withoutFolder(saved) { try await client.refresh().token }
      #expect(shown.description == token(3))
      #expect(try names(saved) == [token(2)])
      uptime.advance()
      #expect(try await client.refresh().token.description == token(3))
      #expect(try names(saved) == [token(3)])
      #expect(try CatalogueFolder(saved).load()?.catalogue.token.description == token(3))
    }
  }

  @Test func `a reset that could not be saved removes what was before when it is`() async throws {
    let reborn = token(1, history: "bbbbbbbbbbbb")
    try await run(then: catalogue(reborn)) { client, saved, uptime in
      #expect(try await client.refresh().token.description == token(3))
      #expect(try names(saved) == [token(3)])
      // It is older, and stays for more than five minutes.
      for _ in 1...3 {
        uptime.advance()
        #expect(try await client.refresh().token.description == token(3))
      }
      uptime.advance()
      let shown = try await withoutFolder(saved) { try await client.refresh().token }
      #expect(shown.description == reborn)
      #expect(try names(saved) == [token(3)])
      uptime.advance()
      #expect(try await client.refresh().token.description == reborn)
      #expect(try names(saved) == [reborn])
    }
  }

  /// Runs a client that starts with a saved catalogue, gets a newer one with its first request, and
  /// with each further one what `answer` says.
  private func run(
    then answer: Data, _ body: @escaping @Sendable (GiftClient, URL, Uptime) async throws -> Void
  ) async throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    guard case .whole(let before) = try SampleGifts.whole(token(2), []) else { return }
    // What this server adds to its answers is white space.
    try await HostileServer.run(.longer, catalogue: catalogue(token(3)), content: answer) {
      server in
      let saved = folder.url.appendingPathComponent(
        "catalogues/\(try ServerAddress(server).folderName)", isDirectory: true)
      try CatalogueFolder(saved).save(
        CatalogueFolder.Saved(
          catalogue: before, confirmedAt: Date(), clockLower: nil, clockUpper: nil),
        replacing: nil)
      let system = ClientEnvironment.system
      let uptime = Uptime()
      let environment = ClientEnvironment(
        wall: system.wall, uptime: { uptime.now }, random: system.random, sleep: system.sleep)
      let client = try GiftClient(
        server: server, cache: CacheConfiguration(directory: folder.url, limit: .megabytes(1)),
        updates: .polling, maximumAge: nil, prefetchesUpcoming: false, environment: environment)
      defer { client.close() }
      #expect(await client.current?.token.description == token(2))
      try await body(client, saved, uptime)
    }
  }

  private func catalogue(_ token: String) -> Data {
    SampleGifts.data([
      "asOf": "2026-11-26T16:54:57Z", "catalogue": token, "gifts": [SampleGifts.json("rose")],
    ])
  }

  /// Moves a folder away while something runs, so that nothing can be written in it.
  private func withoutFolder<Value>(
    _ folder: URL, _ body: () async throws -> Value
  ) async throws -> Value {
    let away = folder.appendingPathExtension("away")
    try FileManager.default.moveItem(at: folder, to: away)
    let value = try await body()
    try FileManager.default.moveItem(at: away, to: folder)
    return value
  }

  private func names(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }
}

/// A clock that a test advances, by less than may lie between two answers that count as one stay.
private final class Uptime: Sendable {
  private let seconds = Mutex(1_000.0)

  var now: TimeInterval { seconds.withLock { $0 } }

  func advance() { seconds.withLock { $0 += 110 } }
}
