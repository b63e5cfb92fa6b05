import GiftDomain
import GiftStore

/// Reads from the database for requests: animations and catalogues that are not in memory.
actor FallbackReads {
  private let store: GiftStore
  private let publisher: SnapshotPublisher
  private(set) var pastReads = PastReads()

  init(_ store: GiftStore, _ publisher: SnapshotPublisher) {
    self.store = store
    self.publisher = publisher
  }

  /// The public animation with a digest: it is live, once was, or goes live soon.
  ///
  /// Nil if there is none.
  func asset(_ digest: SHA256Digest, _ served: Served) async throws(StoreError) -> ServedAsset? {
    if let asset = publisher.cache[digest.hex] { return asset }
    let snapshot = served.snapshot
    let indexed = snapshot.assets[digest]
    let read = indexed == nil ? try await store.assets([digest]).first.map(ServedAsset.init) : nil
    let end = Timestamp(clamping: served.now.microseconds + publisher.limits.earlyMicroseconds)
    // This searches all gifts, so only do it for existing bytes.
    guard let asset = indexed ?? read, snapshot.view.shows(digest, by: end) else { return nil }
    // A plan may be withdrawn; the past cannot change.
    if let read, snapshot.view.shows(digest, by: served.now) { publisher.cache.keep(read) }
    return asset
  }

  /// The delta since a token, or the whole catalogue: if the token matches none, if only the
  /// database has it and is unreachable or busy, or if a delta is no shorter.
  func changes(since token: CataloguePosition?, _ served: Served) async -> ReadyResource {
    let deltas = served.snapshot.deltas
    guard let token else { return deltas.whole }
    if let ready = deltas.ready(since: AddressKey(token.description)) { return ready }
    let serving = publisher.serving
    let isAway = serving.database.failure?.error.isAbsence == true
    if let recent = serving.shown.recent.gifts(of: token) {
      return deltas.made(since: token, from: recent)
    }
    let current = deltas.token
    if token.change == current.change, token.history != current.history { return deltas.reset }
    // Newer than this server's catalogue: another server may be ahead.
    let isPast = (token.change, token.boundary) < (current.change, current.boundary)
    guard isPast, token.boundary <= served.now, !isAway, pastReads.begin(at: .now, publisher.limits)
    else { return deltas.whole }
    do throws(StoreError) {
      switch try await store.catalogue(of: token, like: served.snapshot) {
      case .live(let gifts):
        pastReads.end(.gifts, at: .now)
        return deltas.made(since: token, from: gifts)
      case .useless(let entry):
        pastReads.end(.nothing, at: .now)
        return deltas.kept(entry, since: token)
      }
    } catch {
      pastReads.end(.failure, at: .now)
      return deltas.whole
    }
  }
}
