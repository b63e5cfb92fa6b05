import DaemonSupport
import Foundation
import GiftKit
import Support
import Testing

/// The code in the documentation does what the documentation says, against a real `giftd`.
struct SnippetRunTests {
  /// Runs `body` with the URL of a giftd that serves rose, heart and crown, and a folder.
  private func withServer(
    _ body: @escaping @Sendable (StockedCatalogue, URL, URL) async throws -> Void
  ) async throws {
    let stocked = try await StockedCatalogue(
      3, byteCount: 2_000, names: ["rose", "heart", "crown"], in: try await TestCluster.shared())
    let folder = try CacheFolder()
    defer { folder.delete() }
    _ = try await withServingDaemon(database: stocked.conninfo) { daemon in
      let url = try #require(URL(string: "http://127.0.0.1:\(daemon.publicPort)"))
      try await body(stocked, url, folder.url)
    }
    await stocked.close()
  }

  /// Runs a snippet that goes on for ever until it has shown something, and returns what it told.
  private func untilShown(
    _ snippet: @escaping @Sendable (@escaping @Sendable (Int) -> Void) async throws -> Void
  ) async throws -> Int? {
    let (counts, told) = AsyncStream.makeStream(of: Int.self)
    let run = Task { try await snippet { told.yield($0) } }
    let first = await counts.first { _ in true }
    run.cancel()
    try await run.value
    return first
  }

  @Test func `the snippets on showing gifts show and play them`() async throws {
    try await withServer { stocked, url, folder in
      let snippets = ShowSnippets(url: url, caches: folder) { _ in }
      let shown = try await self.untilShown { told in
        try await ShowSnippets(url: url, caches: folder, shown: told).five()
      }
      #expect(shown == 3)
      try snippets.events()
      try snippets.identity()
      try await stocked.place("splash", choose: "random")
      try await stocked.put(1, in: ["gifts:0", "splash:1"])
      let client = try GiftClient(
        server: url, cache: .init(directory: folder, limit: .megabytes(200)))
      defer { client.close() }
      // giftd takes a moment to have the placement.
      let splash = client.client(for: "splash")
      let isThere = try await eventually {
        do throws(GiftClientError) {
          return try await splash.refresh().gifts.isEmpty ? nil : true
        } catch .placementNotFound {
          return nil
        }
      }
      #expect(isThere == true)
      try await snippets.splash(client)
      try await snippets.rose(client)
      await snippets.errors(client)
      snippets.playback(try await client.animation(for: "rose"))
      let rose = try #require(try await client.refresh()["rose"])
      #expect(snippets.name(rose) == "Gift 1")
    }
  }

  @Test func `the snippets on caches, providers and events do their work`() async throws {
    try await withServer { _, url, folder in
      let client = try GiftClient(
        server: url, cache: .init(directory: folder, limit: .megabytes(200)))
      defer { client.close() }
      let shown = try await self.untilShown { told in
        await CacheSnippets(url: url, gifts: client, shown: told).offline()
      }
      #expect(shown == 3)
      let inMemory = await preview(Data("{}".utf8))
      #expect(try await inMemory.animation(for: "rose").data == Data("{}".utf8))
      let caches = CacheSnippets(url: url, gifts: client) { _ in }
      try await caches.prefetch()
      await caches.size()
      let transported = try TransportSnippets(url: url, caches: folder, key: "k").transport()
      defer { transported.close() }
      #expect(try await transported.refresh().gifts.count == 3)
      for gift in try await client.refresh().gifts { try await caches.pictures(gift) }
      let player = BundledAnimations(client: client, bundled: [:])
      let observing = ObservingSnippets(gifts: client, player: player)
      async let observed: Void = observing.observe()
      await observing.several()
      let loaded = await player.animations(for: ["rose", "heart", "crown", "never"])
      #expect(loaded.count == 4)
      for id: GiftID in ["rose", "heart", "crown"] {
        let animation = try #require(try loaded[id]?.get())
        #expect(animation.digest.description == hexDigest(Array(animation.data)))
      }
      #expect(loaded["never"] == .failure(.notFound("never")))
      client.close()
      await observed
    }
  }

  @Test func `a bundle made as the article says is shown and plays offline`() async throws {
    let article = try String(
      contentsOfFile: Places.packageRoot
        + "/Client/Sources/GiftKit/GiftKit.docc/CachingAndOffline.md", encoding: .utf8)
    let script = try #require(article.components(separatedBy: "```sh\n").dropFirst().first)
      .components(separatedBy: "\n```")[0]
    try await withServer { _, url, folder in
      let outcome = try await runProcess(
        "bash",
        ["-euc", "cd '\(folder.path)'; SERVER=\(url.absoluteString); \(script)"])
      #expect(outcome.errorText.isEmpty)
      let nobody = try #require(URL(string: "http://127.0.0.1:9"))
      let caches = CacheSnippets(
        url: nobody,
        gifts: try GiftClient(
          server: nobody, cache: .init(memoryLimit: .megabytes(1)))
      ) { _ in }
      let client = try caches.bundle(
        folder.appendingPathComponent("gifts"), caches: folder.appendingPathComponent("caches"))
      defer { client.close() }
      let catalogue = try #require(await client.current)
      #expect(catalogue.gifts.count == 3)
      let rose = try await client.animation(for: "rose")
      #expect(rose.data.count == catalogue["rose"]?.animation.asset.byteCount)
    }
  }
}
