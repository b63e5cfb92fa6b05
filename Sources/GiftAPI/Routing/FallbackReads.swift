import GiftDomain
import GiftStore

/// What requests have read from the database: animations and catalogues that are not in memory.
actor FallbackReads {
  private let store: GiftStore
  private let publisher: SnapshotPublisher
  private(set) var pastReads = PastReads()

  init(_ store: GiftStore, _ publisher: SnapshotPublisher) {
    self.store = store
    self.publisher = publisher
  }

  /// The bytes under a digest that clients may have: they are shown, once were, or come soon.
  ///
  /// Nil when there are none.
  func asset(_ digest: SHA256Digest, _ served: Served) async throws(StoreError) -> ServedAsset? {
    if let asset = publisher.cache[digest.hex] { return asset }
    let snapshot = served.snapshot
    let indexed = snapshot.assets[digest]
    let read = indexed == nil ? try await store.assets([digest]).first.map(ServedAsset.init) : nil
    let end = Timestamp(clamping: served.now.microseconds + publisher.limits.earlyMicroseconds)
    // All gifts are looked at, so only for bytes that there are.
    guard let asset = indexed ?? read, snapshot.view.shows(digest, by: end) else { return nil }
    // A plan may be taken back; what was shown was shown.
    if let read, snapshot.view.shows(digest, by: served.now) { publisher.cache.keep(read) }
    return asset
  }

  /// What changed since the catalogue of a name, or all of it: for a token that names none, that
  /// the database alone knows while it is away or busy with others, or that is not worth it.
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
    // Of the future, of this server at least: others may be ahead.
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
