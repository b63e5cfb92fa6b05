import Foundation

/// What will be needed within a day (`GET /v1/upcoming`), for fetching it early.
struct UpcomingAssets: Sendable {
  let query: CatalogueQuery
  let http: HTTPClient
  let loader: AssetLoader
  let cache: AssetCache
  let environment: ClientEnvironment

  /// Seconds within which what is listed is fetched, and after which the list is read again.
  ///
  /// The source is docs/client-protocol.md. The list's max-age is far shorter: fetched within that,
  /// it would be the storm that the list is to prevent.
  private static let halfHour: TimeInterval = 1800
  /// Seconds that pass at least before it is read for the first time: a start costs what is shown,
  /// and nothing more.
  private static let leastWait: TimeInterval = 10
  /// Seconds within which, after those, it is read for the first time.
  private static let firstWait: TimeInterval = 120
  /// Seconds until it is read again where there is no list, or none arrived.
  private static let withoutList: TimeInterval = 600

  private struct Record: Decodable {
    struct Item: Decodable {
      let kind: String
      let url: String
      let sha256: String
      let byteCount: Int
    }
    let upcoming: [Item]
  }

  /// What the list begins with and the cache has room for, and for how many seconds it holds; a
  /// server without a list has nothing upcoming.
  ///
  /// - Throws: what `HTTPClient.fetch` throws; `badResponse` if an item is malformed.
  func list() async throws(GiftClientError) -> (assets: [AssetReference], maxAge: TimeInterval?) {
    let response: Response
    do throws(GiftClientError) {
      response = try await http.fetch(query.upcomingPath, limit: ClientLimits.upcomingBytes)
    } catch .notFound {
      await cache.keep(upcoming: [])
      return ([], nil)
    } catch {
      throw error
    }
    let record = try decodeJSON(Record.self, from: response.body)
    var assets: [AssetReference] = []
    for item in record.upcoming.prefix(ClientLimits.upcomingItems) {
      // A kind that came later is for later clients.
      guard let kind = AssetKind(rawValue: item.kind) else { continue }
      assets.append(
        try asset(kind, sha256: item.sha256, byteCount: item.byteCount, url: item.url))
    }
    let fitting = Array(fitting(assets))
    await cache.keep(upcoming: Set(fitting.map(\.digest)))
    return (fitting, response.head.maxAge)
  }

  /// The first assets that fit into half of the cache, whether they are in it already or not.
  ///
  /// More of them would push out each other or what is live, and be fetched again with each list.
  private func fitting(_ assets: [AssetReference]) -> ArraySlice<AssetReference> {
    var room = min(cache.capacity / 2, ClientLimits.upcomingFetchBytes)
    return assets.prefix { asset in
      room -= asset.byteCount
      return room >= 0
    }
  }

  /// Fetches each upcoming asset at a random moment before the list is read again, until the task
  /// is cancelled, so that clients do not all fetch at once.
  func follow() async {
    let wait = environment.random(0...Self.firstWait) + Self.leastWait
    guard await fetch([], within: wait * environment.pace) else { return }
    while !Task.isCancelled {
      var missing: [AssetReference] = []
      var period = Self.withoutList * environment.random(0.9...1.1)
      do throws(GiftClientError) {
        let (assets, maxAge) = try await list()
        if let maxAge { period = max(maxAge, Self.halfHour) }
        for asset in assets where !(await cache.contains(asset)) { missing.append(asset) }
      } catch {
        // It has been reported; what is upcoming is fetched when it is live at the latest.
        period = Self.withoutList * environment.random(0.9...1.1)
      }
      guard await fetch(missing, within: period * environment.pace) else { return }
    }
  }

  /// - Returns: false if the task was cancelled.
  private func fetch(_ assets: [AssetReference], within period: TimeInterval) async -> Bool {
    let moments = assets.map { ($0, environment.random(0...period)) }.sorted { $0.1 < $1.1 }
    let start = environment.uptime()
    do {
      for (asset, moment) in moments {
        try await environment.sleep(start + moment - environment.uptime())
        // One that fails is in the next list again.
        _ = try? await loader.load(asset)
      }
      try await environment.sleep(start + period - environment.uptime())
      return true
    } catch {
      return false
    }
  }
}
