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

  private let core: ClientCore
  private let follower: CatalogueFollower
  private let published: Broadcaster<Catalogue>
  /// Why assets or the catalogue are not kept on disk, although a folder was named; nil: they are.
  public let cacheFailure: GiftClientError?

  /// Prepares a client; it sends nothing until it is used.
  ///
  /// - Parameters:
  ///   - server: scheme, host, port and path of a giftd, or of what is in front of one, to which
  ///     `/v1/catalogue` and the other paths are appended.
  ///   - placement: where in the app the animations are shown.
  ///   - client: what the app says about itself.
  ///   - cache: where verified bytes and the last catalogue are kept.
  ///   - transport: how the server is reached.
  ///   - updates: how the client learns of new catalogues.
  ///   - maximumAge: seconds without a server's confirmation after which the catalogue counts as
  ///     expired and has no gifts; nil: it never does.
  ///   - prefetchesUpcoming: whether assets that will be needed within a day are fetched early.
  /// - Throws: `invalidServer`. A folder that cannot be used is told by `cacheFailure`.
  public convenience init(
    server: URL, placement: Placement = .gifts, client: ClientIdentity = .unknown,
    cache: CacheConfiguration, transport: TransportConfiguration = TransportConfiguration(),
    updates: Updates = .polling, maximumAge: TimeInterval? = nil, prefetchesUpcoming: Bool = true
  ) throws(GiftClientError) {
    try self.init(
      server: server, placement: placement, client: client, cache: cache, transport: transport,
      updates: updates, maximumAge: maximumAge, prefetchesUpcoming: prefetchesUpcoming,
      environment: .system)
  }

  /// A client for tests, which waits for this share of each time between requests.
  convenience init(
    server: URL, placement: Placement = .gifts, client: ClientIdentity = .unknown,
    cache: CacheConfiguration, transport: TransportConfiguration = TransportConfiguration(),
    updates: Updates, pace: Double
  ) throws(GiftClientError) {
    var environment = ClientEnvironment.system
    environment.pace = pace
    environment.hasEvents = true
    try self.init(
      server: server, placement: placement, client: client, cache: cache, transport: transport,
      updates: updates, maximumAge: nil, prefetchesUpcoming: true, environment: environment)
  }

  convenience init(
    server: URL, placement: Placement = .gifts, client: ClientIdentity = .unknown,
    cache: CacheConfiguration, transport: TransportConfiguration = TransportConfiguration(),
    updates: Updates, maximumAge: TimeInterval?, prefetchesUpcoming: Bool,
    environment: ClientEnvironment
  ) throws(GiftClientError) {
    self.init(
      try ClientCore(
        server: server, client: client, cache: cache, transport: transport, updates: updates,
        maximumAge: maximumAge, prefetchesUpcoming: prefetchesUpcoming, environment: environment),
      placement)
  }

  private init(_ core: ClientCore, _ placement: Placement) {
    let query = CatalogueQuery(
      placement: placement, client: core.identity,
      byteLimit: core.configuration.catalogueLimit.bytes)
    let environment = core.http.environment
    var folder: CatalogueFolder?
    var failure = core.cacheFailure
    if failure == nil {
      do throws(GiftClientError) {
        folder = try core.catalogueFolder(for: query)
      } catch {
        // Memory alone is better than no client.
        failure = error
      }
    }
    let published = Broadcaster<Catalogue>(buffer: 1) { $0.aged(to: environment.uptime()) }
    let follower = CatalogueFollower(
      query: query, http: core.http, cache: core.cache, group: core.group, folder: folder,
      bundle: core.bundle, maximumAge: core.maximumAge, environment: environment,
      catalogues: published, report: core.report)
    self.core = core
    self.published = published
    self.follower = follower
    cacheFailure = failure
    let group = core.group
    _ = Task {
      for await count in published.counts { await group.readersChanged(of: follower, to: count) }
      await group.readersChanged(of: follower, to: 0)
    }
  }

  deinit { published.finish() }

  /// A client for another placement of the same server, which shares everything with this one: the
  /// cache, the event stream, requests for changes, `events`, and `close`.
  ///
  /// While several placements are followed, a server is asked about one of them, and about the
  /// others when its answer names another state. Keep the client: each call makes a new one.
  public func client(for placement: Placement) -> GiftClient { GiftClient(core, placement) }

  /// The last good catalogue at once, then each new one; a slow reader misses those in between.
  ///
  /// The client follows the server while at least one such stream is read.
  public var catalogues: AsyncStream<Catalogue> { published.stream(keeping: self) }

  /// What the client does, from now on; a slow reader loses the oldest of more than 256.
  public var events: AsyncStream<ClientEvent> { core.reported.stream(keeping: self) }

  /// What arrives of assets, piece by piece, from now on; a slow reader loses the oldest.
  public var assetProgress: AsyncStream<AssetProgress> {
    core.loader.progress.stream(keeping: self)
  }

  /// The catalogue as it is to be shown now, from memory or disk; nil if there never was one.
  public var current: Catalogue? {
    get async { await follower.current() }
  }

  /// Asks the server for changes now, and returns the catalogue after its answer.
  ///
  /// - Throws: `unreachable`, `tlsFailed`, `unavailable`, `badResponse` or `cancelled`: then the
  ///   catalogue is what it was; `placementNotFound`: then it has no gifts.
  public func refresh() async throws(GiftClientError) -> Catalogue {
    try await follower.fetchChanges()
    guard let catalogue = await follower.current() else { throw .cancelled }
    return catalogue
  }

  /// Loads what a live gift plays, from the cache or the server.
  ///
  /// - Throws: `notFound` and `retired` for gifts that are not live; `digestMismatch` if the bytes
  ///   were wrong each time; `placementNotFound`, `unreachable`, `tlsFailed`, `unavailable`,
  ///   `badResponse` or `cancelled`.
  public func animation(for id: GiftID) async throws(GiftClientError) -> GiftAnimation {
    let info = try await gift(id).animation
    let data = try await core.loader.load(info.asset)
    return GiftAnimation(
      data: data, digest: info.asset.digest, version: info.version, playback: info.playback)
  }

  /// Loads an animation by reference, from the cache or the server.
  ///
  /// - Throws: like `animation(for:)`, but `notFound` names the path, and nothing is `retired`.
  public func animation(_ reference: AssetReference) async throws(GiftClientError) -> GiftAnimation
  {
    let data = try await core.loader.load(reference)
    return GiftAnimation(
      data: data, digest: reference.digest, version: nil, playback: nil)
  }

  /// Loads a poster or a preview, from the cache or the server: bytes in WebP.
  ///
  /// - Throws: like `animation(_:)`.
  public func picture(_ picture: Picture) async throws(GiftClientError) -> Data {
    try await core.loader.load(picture.asset)
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
      loader: core.loader, cache: core.cache,
      remaining: min(limit.bytes, core.cache.capacity))
    let live = await follower.current()?.gifts.flatMap(\.assets) ?? []
    try await prefetch.run(smallestFirst(live))
    do throws(GiftClientError) {
      try await prefetch.run(smallestFirst(core.upcoming.list().assets))
    } catch {
      // It has been reported; what is live is there in any case.
      if error == .cancelled { throw error }
    }
    return prefetch.summary
  }

  /// How many bytes of assets are kept: on disk, or in memory if there is no folder.
  public var cacheSize: ByteCount {
    get async { ByteCount(bytes: await core.cache.bytes) }
  }

  /// Deletes all assets that are kept; the catalogue stays, and what is shown is fetched again.
  public func clearCache() async { await core.cache.removeAll() }

  /// Ends following and every request, for all placements; later requests fail with `cancelled`,
  /// and streams end.
  public func close() {
    published.finish()
    core.close()
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
    let gift = try await core.lookup.gift(id)
    // A cache on the way may not know that it has ended.
    if let until = gift.until, await follower.hasPassed(until) { throw .retired(id) }
    return gift
  }
}
