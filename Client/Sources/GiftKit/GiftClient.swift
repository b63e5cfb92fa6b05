// GiftKit is the library for streaming clients: it follows the catalogue of a giftd over its
// read API, keeps what it has verified in memory and on disk, and hands out no byte that it has not
// verified. It must not know how gifts are shown, and it shares no code with the server.
public import Foundation

/// Follows a server's catalogue, and loads animations and pictures.
public final class GiftClient: GiftProvider {
  /// How a client learns of new catalogues.
  public enum Updates: Sendable, Hashable {
    /// By asking every half a minute, and soon after each planned boundary.
    case polling
    /// By server-sent events as well, within about two seconds; on Linux by asking only.
    case events
  }

  private let http: HTTPClient
  private let cache: AssetCache
  private let loader: AssetLoader
  private let follower: CatalogueFollower
  private let lookup: GiftLookup
  private let upcoming: UpcomingAssets
  private let published: Broadcaster<Catalogue>
  private let reported: Broadcaster<ClientEvent>
  /// Why nothing is kept on disk, although a folder was named; nil: nothing is wrong with it.
  public let cacheFailure: GiftClientError?

  /// Prepares a client; it sends nothing until it is used.
  ///
  /// - Parameters:
  ///   - server: scheme, host and port of a giftd, or of what is in front of one; no path.
  ///   - placement: where in the app the animations are shown.
  ///   - client: what the app says about itself.
  ///   - cache: where verified bytes and the last catalogue are kept.
  ///   - updates: how the client learns of new catalogues.
  ///   - maximumAge: seconds without a server's confirmation after which the catalogue counts as
  ///     expired and has no gifts; nil: it never does.
  ///   - prefetchesUpcoming: whether assets that will be needed within a day are fetched early.
  /// - Throws: `invalidServer`. A folder that cannot be used is told by `cacheFailure`.
  public convenience init(
    server: URL, placement: Placement = .gifts, client: ClientIdentity = .unknown,
    cache: CacheConfiguration, updates: Updates = .polling, maximumAge: TimeInterval? = nil,
    prefetchesUpcoming: Bool = true
  ) throws(GiftClientError) {
    try self.init(
      server: server, placement: placement, client: client, cache: cache, updates: updates,
      maximumAge: maximumAge, prefetchesUpcoming: prefetchesUpcoming, environment: .system)
  }

  /// A client for tests, which waits for this share of each time between requests.
  convenience init(
    server: URL, placement: Placement = .gifts, client: ClientIdentity = .unknown,
    cache: CacheConfiguration, updates: Updates, pace: Double
  ) throws(GiftClientError) {
    var environment = ClientEnvironment.system
    environment.pace = pace
    environment.hasEvents = true
    try self.init(
      server: server, placement: placement, client: client, cache: cache, updates: updates,
      maximumAge: nil, prefetchesUpcoming: true, environment: environment)
  }

  init(
    server: URL, placement: Placement = .gifts, client: ClientIdentity = .unknown,
    cache configuration: CacheConfiguration, updates: Updates,
    maximumAge: TimeInterval?, prefetchesUpcoming: Bool, environment: ClientEnvironment
  ) throws(GiftClientError) {
    let address = try ServerAddress(server)
    let query = CatalogueQuery(placement: placement, client: client)
    var assetFolder: AssetFolder?
    var catalogueFolder: CatalogueFolder?
    var failure: GiftClientError?
    if let folder = configuration.directory {
      do throws(GiftClientError) {
        assetFolder = try AssetFolder(
          folder.appendingPathComponent("assets", isDirectory: true),
          limit: configuration.limit.bytes, wall: environment.wall)
        // Tokens of two servers, or of two questions, cannot be compared.
        catalogueFolder = try CatalogueFolder(
          folder.appendingPathComponent("catalogues", isDirectory: true)
            .appendingPathComponent(address.folderName + query.folderEnding, isDirectory: true))
      } catch {
        // Memory alone is better than no client.
        (assetFolder, failure) = (nil, error)
      }
    }
    let reported = Broadcaster<ClientEvent>(buffer: ClientLimits.bufferedEvents)
    let report: @Sendable (ClientEvent) -> Void = { reported.send($0) }
    cacheFailure = failure
    let http = HTTPClient(server: address, environment: environment, report: report)
    let cache = AssetCache(
      folder: assetFolder, memoryLimit: configuration.memoryLimit.bytes, report: report)
    let loader = AssetLoader(http: http, cache: cache, report: report)
    let upcoming = UpcomingAssets(
      query: query, http: http, loader: loader, cache: cache, environment: environment)
    let published = Broadcaster<Catalogue>(buffer: 1) { $0.aged(to: environment.uptime()) }
    let follower = CatalogueFollower(
      query: query, http: http, cache: cache, folder: catalogueFolder, maximumAge: maximumAge,
      environment: environment, catalogues: published, report: report)
    let listener = EventListener(
      http: http, follower: follower, environment: environment, report: report)
    self.http = http
    self.cache = cache
    self.loader = loader
    lookup = GiftLookup(http: http)
    self.upcoming = upcoming
    self.published = published
    self.reported = reported
    self.follower = follower
    _ = Task {
      for await count in published.counts {
        await follower.readersChanged(to: count) {
          await withTaskGroup(of: Void.self) { group in
            if updates == .events, environment.hasEvents { group.addTask { await listener.run() } }
            if prefetchesUpcoming { group.addTask { await upcoming.follow() } }
          }
        }
      }
      await follower.stop()
    }
  }

  deinit { close() }

  /// The last good catalogue at once, then each new one; a slow reader misses those in between.
  ///
  /// The client follows the server while at least one such stream is read.
  public var catalogues: AsyncStream<Catalogue> { published.stream(keeping: self) }

  /// What the client does, from now on; a slow reader loses the oldest of more than 256.
  public var events: AsyncStream<ClientEvent> { reported.stream(keeping: self) }

  /// The catalogue as it is to be shown now, from memory or disk; nil if there never was one.
  public var current: Catalogue? {
    get async { await follower.current() }
  }

  /// Asks the server for changes now, and returns the catalogue after its answer.
  ///
  /// - Throws: `unreachable`, `unavailable`, `badResponse` or `cancelled`: the catalogue is then
  ///   what it was; `placementNotFound`: it has no gifts then.
  public func refresh() async throws(GiftClientError) -> Catalogue {
    try await follower.fetchChanges()
    guard let catalogue = await follower.current() else { throw .cancelled }
    return catalogue
  }

  /// Loads what a live gift plays, from the cache or the server.
  ///
  /// - Throws: `notFound` and `retired` for gifts that are not live; `digestMismatch` if the bytes
  ///   were wrong each time; `placementNotFound`, `unreachable`, `unavailable`, `badResponse` or
  ///   `cancelled`.
  public func animation(for id: GiftID) async throws(GiftClientError) -> GiftAnimation {
    let info = try await gift(id).animation
    let data = try await loader.load(info.asset)
    return GiftAnimation(
      data: data, digest: info.asset.digest, version: info.version, playback: info.playback)
  }

  /// Loads an animation by reference, from the cache or the server.
  ///
  /// - Throws: like `animation(for:)`, but `notFound` names the path, and nothing is `retired`.
  public func animation(_ reference: AssetReference) async throws(GiftClientError) -> GiftAnimation
  {
    let data = try await loader.load(reference)
    return GiftAnimation(
      data: data, digest: reference.digest, version: nil, playback: nil)
  }

  /// Loads a poster or a preview, from the cache or the server: bytes in WebP.
  ///
  /// - Throws: like `animation(_:)`.
  public func picture(_ picture: Picture) async throws(GiftClientError) -> Data {
    try await loader.load(picture.asset)
  }

  /// Fetches what is live into the cache, and then what is upcoming; of each, the smallest first.
  ///
  /// - Parameter limit: the most bytes to have of them, before content coding; never more than the
  ///   cache keeps.
  /// - Returns: what was fetched; single assets that failed are counted there.
  /// - Throws: `cancelled`; and why there is no catalogue at all.
  public func prefetch(upTo limit: ByteCount) async throws(GiftClientError) -> PrefetchSummary {
    do throws(GiftClientError) {
      try await follower.fetchChanges()
    } catch {
      // An older catalogue still says what is worth having.
      if error == .cancelled { throw error }
      if await follower.token == nil { throw error }
    }
    var prefetch = Prefetch(
      loader: loader, cache: cache, remaining: min(limit.bytes, cache.capacity))
    let live = await follower.current()?.gifts.flatMap(\.assets) ?? []
    try await prefetch.run(smallestFirst(live))
    do throws(GiftClientError) {
      try await prefetch.run(smallestFirst(upcoming.list().assets))
    } catch {
      // It has been reported; what is live is there in any case.
      if error == .cancelled { throw error }
    }
    return prefetch.summary
  }

  /// Ends following and every request; later requests fail with `cancelled`, and streams end.
  public func close() {
    published.finish()
    reported.finish()
    http.close()
  }

  private func smallestFirst(_ assets: [AssetReference]) -> [AssetReference] {
    assets.sorted { $0.byteCount < $1.byteCount }
  }

  private func gift(_ id: GiftID) async throws(GiftClientError) -> Gift {
    if let gift = await follower.gift(id) { return gift }
    if let seconds = await follower.heldBack { throw .unavailable(retryAfter: seconds) }
    if await follower.age > ClientLimits.poll {
      try await follower.fetchChanges()
      if let gift = await follower.gift(id) { return gift }
    }
    let gift = try await lookup.gift(id)
    // A cache on the way may not know that it has ended.
    if let until = gift.until, await follower.hasPassed(until) { throw .retired(id) }
    return gift
  }
}
