import GiftDomain
import GiftStore

/// Reads from the database for requests: animations, pictures and catalogues that are not in
/// memory.
actor FallbackReads {
  private let store: GiftStore
  private let publisher: SnapshotPublisher
  private(set) var pastReads = PastReads()

  init(_ store: GiftStore, _ publisher: SnapshotPublisher) {
    self.store = store
    self.publisher = publisher
  }

  /// The public animation or picture with a name: the animation is live, once was, or goes live
  /// soon.
  ///
  /// Nil if there is none.
  func asset(_ name: AssetName, _ served: Served) async throws(StoreError) -> ServedAsset? {
    if let asset = publisher.cache[name] { return asset }
    switch name.kind {
    case .animation: return try await animation(name, served)
    case .picture: return try await picture(name, served)
    }
  }

  private func animation(
    _ name: AssetName, _ served: Served
  ) async throws(StoreError) -> ServedAsset? {
    let snapshot = served.snapshot
    let indexed = snapshot.assets[name]
    let read = indexed == nil ? try await stored(name) : nil
    // This searches all gifts, so only do it for existing bytes.
    guard let asset = indexed ?? read, snapshot.view.shows(name.digest, by: end(served)) else {
      return nil
    }
    // A plan may be withdrawn; the past cannot change.
    if let read, snapshot.view.shows(name.digest, by: served.now) { publisher.cache.keep(read) }
    return asset
  }

  /// A picture is public exactly if an animation is of which it is or was one.
  private func picture(
    _ name: AssetName, _ served: Served
  ) async throws(StoreError) -> ServedAsset? {
    let view = served.snapshot.view
    let end = end(served)
    let indexed = served.snapshot.assets[name]
    if let indexed,
      view.animations(picturedBy: name.digest).contains(where: { view.shows($0, by: end) })
    {
      return indexed
    }
    // The bytes come last: under another kind's digest they may be long.
    let animations = try await store.animations(picturedBy: name.digest)
    guard animations.contains(where: { view.shows($0, by: end) }) else { return nil }
    if let indexed { return indexed }
    let read = try await stored(name)
    if let read, animations.contains(where: { view.shows($0, by: served.now) }) {
      publisher.cache.keep(read)
    }
    return read
  }

  private func stored(_ name: AssetName) async throws(StoreError) -> ServedAsset? {
    let assets = try await store.assets([name.digest])
    return await assets.fitting(publisher.logger).first.flatMap { ServedAsset($0, as: name.kind) }
  }

  /// The instant by which an animation has to be shown to be public now.
  private func end(_ served: Served) -> Timestamp {
    Timestamp(clamping: served.now.microseconds + publisher.limits.earlyMicroseconds)
  }

  /// The delta since a client's token, or the whole catalogue: if the token matches none that this
  /// client got, if only the database has it and is unreachable or busy, or if a delta is no
  /// shorter.
  func changes(
    since token: CatalogueToken?, of catalogue: ServedCatalogue, in placement: PlacementName,
    for client: ClientKind, _ served: Served
  ) async -> ReadyResource {
    let deltas = catalogue.deltas
    guard let token else { return deltas.whole }
    if let ready = deltas.ready(since: AddressKey(token.description)) { return ready }
    let serving = publisher.serving
    let isAway = serving.database.failure?.error.isAbsence == true
    switch serving.shown.recent.catalogue(of: token, in: placement, for: client) {
    case .catalogue(let recent): return deltas.made(since: token, from: recent)
    case .otherQuestion: return deltas.whole
    case .unknown: break
    }
    let (asked, current) = (token.position, served.snapshot.token)
    if asked.change == current.change, asked.history != current.history { return deltas.reset }
    // Newer than this server's catalogue: another server may be ahead.
    let isPast = (asked.change, asked.boundary) < (current.change, current.boundary)
    guard isPast, asked.boundary <= served.now, !isAway, pastReads.begin(at: .now, publisher.limits)
    else { return deltas.whole }
    do throws(StoreError) {
      switch try await store.catalogue(
        of: token, in: placement, for: client, like: served.snapshot)
      {
      case .live(let earlier):
        pastReads.end(.gifts, at: .now)
        return deltas.made(since: token, from: earlier)
      case .useless(let entry):
        pastReads.end(.nothing, at: .now)
        return deltas.kept(entry, since: token)
      case .otherQuestion:
        // Those who got it may still ask, so that this is not kept.
        pastReads.end(.nothing, at: .now)
        return deltas.whole
      }
    } catch {
      pastReads.end(.failure, at: .now)
      return deltas.whole
    }
  }
}
