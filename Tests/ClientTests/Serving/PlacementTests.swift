import DaemonSupport
import Foundation
import Support
import Testing

@testable import GiftKit

/// A client of another placement than the gift panel, and a real `giftd`.
struct PlacementTests {
  @Test func `a placement has gifts of its own, which come, go and are kept`() async throws {
    let stocked = try await StockedCatalogue(
      4, byteCount: 2000, in: try await TestCluster.shared())
    try await stocked.place("splash", choose: "random")
    try await stocked.put(1, in: ["gifts", "splash:3"])
    try await stocked.put(2, in: ["splash"])
    try await stocked.nameCategory("Everything")
    let folder = try CacheFolder()
    defer { folder.delete() }
    let cache = CacheConfiguration(directory: folder.url, limit: .megabytes(10))
    let served = try await withServingDaemon(database: stocked.conninfo) { daemon in
      let url = try #require(URL(string: "http://127.0.0.1:\(daemon.publicPort)"))
      let panel = try GiftClient(server: url, cache: cache)
      defer { panel.close() }
      let splash = try GiftClient(server: url, placement: "splash", cache: cache)
      defer { splash.close() }
      // Both share a folder, and neither takes the other's catalogue for its own.
      #expect(try await panel.refresh().gifts.map(\.id) == ["g3", "g4", "g1"].sorted())
      let shown = try await splash.refresh()
      #expect(shown.placement == "splash" && shown.choice == .random)
      #expect(shown.gifts.map(\.id) == ["g2", "g1"] && shown.gifts.map(\.weight) == [1, 3])
      #expect(shown.categories.map { $0.name(for: ["de"]) } == ["Everything"])
      #expect(shown.token.query != nil)
      _ = try await splash.animation(for: "g2")
      try await stocked.place("splash", choose: "first")
      let changed = try await eventually {
        let catalogue = try await splash.refresh()
        return catalogue.choice == .first ? catalogue : nil
      }
      #expect(changed?.gifts.map(\.order) == [1, 3])
      try await expectRetirement(of: splash, at: url, cache, stocked)
      return url
    }
    await stocked.close()
    let again = try GiftClient(server: served.value, placement: "splash", cache: cache)
    defer { again.close() }
    let kept = try #require(await again.current)
    #expect(kept.isOffline && kept.placement == "splash" && kept.gifts.map(\.id) == ["g2", "g1"])
    _ = try await again.animation(for: "g2")
  }

  private func expectRetirement(
    of splash: GiftClient, at url: URL, _ cache: CacheConfiguration, _ stocked: StockedCatalogue
  ) async throws {
    try await stocked.place("splash", choose: nil)
    let refusal = await eventually { () -> GiftClientError? in
      do throws(GiftClientError) {
        _ = try await splash.refresh()
        return nil
      } catch {
        return error
      }
    }
    #expect(refusal == .placementNotFound("splash"))
    let gone = try #require(await splash.current)
    #expect(gone.gifts == [] && gone.categories == [] && !gone.isOffline)
    // Nor does it come back at the next start.
    let restarted = try GiftClient(server: url, placement: "splash", cache: cache)
    defer { restarted.close() }
    #expect(await restarted.current == nil)
    await #expect(throws: GiftClientError.placementNotFound("lobby")) {
      let lobby = try GiftClient(
        server: url, placement: "lobby",
        cache: CacheConfiguration(memoryLimit: .megabytes(1)))
      defer { lobby.close() }
      _ = try await lobby.refresh()
    }
    try await stocked.place("splash", choose: "all")
    let back = await eventually { () -> Catalogue? in
      do throws(GiftClientError) {
        return try await splash.refresh()
      } catch {
        return nil
      }
    }
    #expect(back?.gifts.map(\.id) == ["g2", "g1"])
  }
}
