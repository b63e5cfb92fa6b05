import DaemonSupport
import FaultyProxy
import Foundation
import GiftKit
import Support
import Testing

/// How much a client asks for, and how often.
struct CountingTests {
  private static let gifts = 500
  private static let shown = 10

  @Test func `a start asks once for the catalogue, and for nothing that the app does not need`()
    async throws
  {
    let stocked = try await StockedCatalogue(
      Self.gifts, byteCount: 300, in: try await TestCluster.shared())
    _ = try await withServingDaemon(database: stocked.conninfo) { daemon in
      let folder = try CacheFolder()
      defer { folder.delete() }
      try await withFaultyProxy(to: daemon.publicPort) { proxy in
        let cold = try await Self.start(proxy, folder)
        let urls = cold.gifts.prefix(Self.shown).map(\.animation.asset.path)
        #expect(Self.targets(proxy) == (["/v1/catalogue"] + urls).sorted())
        proxy.forgetRequests()
        let warm = try await Self.start(proxy, folder)
        #expect(warm.gifts == cold.gifts)
        #expect(Self.targets(proxy) == ["/v1/catalogue?since=\(cold.token)"])
        let byteCount = proxy.requests.first?.bodyByteCount ?? 0
        #expect((1..<200).contains(byteCount))
      }
    }
    await stocked.close()
  }

  /// Starts a client, shows some gifts twice, and ends it once the server has answered.
  private static func start(_ proxy: FaultyProxy, _ folder: CacheFolder) async throws -> Catalogue {
    let url = try #require(URL(string: proxy.url))
    let client = try GiftClient(
      server: url, cache: CacheConfiguration(directory: folder.url, limit: .megabytes(50)))
    defer { client.close() }
    var events = client.events.makeAsyncIterator()
    var catalogues = client.catalogues.makeAsyncIterator()
    let catalogue = try #require(await catalogues.next(isolation: #isolation))
    #expect(catalogue.gifts.count == gifts)
    while let event = await events.next(isolation: #isolation) {
      if case .requestFinished(let route, let status, _, _) = event, route == "/v1/catalogue" {
        #expect(status == 200)
        break
      }
    }
    let ids = catalogue.gifts.prefix(shown).map(\.id)
    for _ in 1...2 {
      let results = await client.animations(for: ids)
      #expect(results.values.allSatisfy { if case .success = $0 { true } else { false } })
    }
    return catalogue
  }

  /// What was asked for.
  ///
  /// A client asks for the list of what will be needed after ten seconds at the earliest, which is
  /// longer than this takes except on a very busy machine.
  private static func targets(_ proxy: FaultyProxy) -> [String] {
    proxy.requests.map(\.target).filter { $0 != "/v1/upcoming" }.sorted()
  }
}
