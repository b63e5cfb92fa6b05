import Foundation

/// What the clients of several placements of one server share.
final class ClientCore: Sendable {
  let identity: ClientIdentity
  let configuration: CacheConfiguration
  let maximumAge: TimeInterval?
  let http: HTTPClient
  let cache: AssetCache
  let bundle: BundledGifts?
  let loader: AssetLoader
  let lookup: GiftLookup
  let upcoming: UpcomingAssets
  let group: FollowGroup
  let reported: Broadcaster<ClientEvent>
  let report: @Sendable (ClientEvent) -> Void
  /// Why no asset is kept on disk, although a folder was named; nil: nothing is wrong with it.
  let cacheFailure: GiftClientError?
  /// Where the catalogues of this server are kept; nil: nowhere.
  private let catalogues: URL?

  /// - Throws: `invalidServer`, also for a second address that is not https though the first is.
  init(
    server: URL, client: ClientIdentity, cache configuration: CacheConfiguration,
    transport: TransportConfiguration, updates: GiftClient.Updates, maximumAge: TimeInterval?,
    prefetchesUpcoming: Bool, environment: ClientEnvironment
  ) throws(GiftClientError) {
    let address = try ServerAddress(server)
    var second: ServerAddress?
    if let fallback = transport.fallback {
      second = try ServerAddress(fallback)
      // Whoever breaks the first connection would read, and write, the second.
      if address.isSecure, second?.isSecure == false { throw .invalidServer(fallback) }
    }
    identity = client
    self.configuration = configuration
    self.maximumAge = maximumAge
    var assets: AssetFolder?
    var failure: GiftClientError?
    if let folder = configuration.directory {
      do throws(GiftClientError) {
        assets = try AssetFolder(
          folder.appendingPathComponent("assets", isDirectory: true),
          limit: configuration.limit.bytes, wall: environment.wall)
      } catch {
        failure = error
      }
    }
    cacheFailure = failure
    // Tokens of two servers cannot be compared.
    catalogues = configuration.directory?.appendingPathComponent("catalogues", isDirectory: true)
      .appendingPathComponent(address.folderName, isDirectory: true)
    let reported = Broadcaster<ClientEvent>(buffer: ClientLimits.bufferedEvents)
    let report: @Sendable (ClientEvent) -> Void = { reported.send($0) }
    let bundle = configuration.bundle.map { BundledGifts(directory: $0) }
    let http = HTTPClient(
      servers: ServerAddresses(address, fallback: second), transport: transport,
      environment: environment, report: report)
    let cache = AssetCache(
      folder: assets, bundle: bundle, memoryLimit: configuration.memoryLimit.bytes, report: report)
    let loader = AssetLoader(http: http, cache: cache, report: report)
    let upcoming = UpcomingAssets(
      query: CatalogueQuery(placement: .gifts, client: client), http: http, loader: loader,
      cache: cache, environment: environment)
    group = FollowGroup { group in
      let listener = EventListener(
        http: http, group: group, environment: environment, report: report)
      await withTaskGroup(of: Void.self) { tasks in
        if updates == .events, environment.hasEvents { tasks.addTask { await listener.run() } }
        if prefetchesUpcoming { tasks.addTask { await upcoming.follow() } }
      }
    }
    (self.reported, self.report, self.bundle, self.http) = (reported, report, bundle, http)
    (self.cache, self.loader, self.upcoming) = (cache, loader, upcoming)
    lookup = GiftLookup(http: http)
  }

  deinit { end() }

  /// A folder for the catalogues of a placement, made if need be; nil: they are not kept.
  ///
  /// - Throws: `cacheUnusable`.
  func catalogueFolder(for query: CatalogueQuery) throws(GiftClientError) -> CatalogueFolder? {
    guard let catalogues else { return nil }
    // Tokens of two questions cannot be compared, either.
    let name = catalogues.lastPathComponent + query.folderEnding
    return try CatalogueFolder(
      catalogues.deletingLastPathComponent().appendingPathComponent(name, isDirectory: true))
  }

  /// Ends following and every request.
  func close() {
    end()
    _ = Task { [group] in await group.close() }
  }

  private func end() {
    reported.finish()
    loader.progress.finish()
    http.close()
  }
}
