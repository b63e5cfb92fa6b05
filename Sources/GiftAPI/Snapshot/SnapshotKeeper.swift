import Delivery
import GiftDomain
import GiftStore
import Synchronization

/// Keeps the snapshot that is served, and the next one ready before its boundary.
///
/// ```
///   rows ──refresh──► current ──boundary──► next        one pointer
///     ▲                  │
///     └─ commits, polls  └─ asked by every request, on whatever thread
/// ```
actor SnapshotKeeper {
  private struct State {
    var current: Snapshot?
    var next: Snapshot?
    var clock: DatabaseClock?
    var recent = RecentCatalogues()
    /// When the rows were last asked for with success.
    var lastRead: ContinuousClock.Instant?
    /// When the store was found unreadable, and why; nil as soon as it was read.
    var failure: (error: StoreError, at: ContinuousClock.Instant)?
  }

  let store: GiftStore
  let limits: APILimits
  /// Bytes that are not in the snapshot.
  private let cache: AssetCache
  /// How many older catalogues are being read.
  var pastReads = 0
  /// When one could not be read.
  var pastFailure: ContinuousClock.Instant?
  private nonisolated let state = Mutex(State())
  /// Rings when other rows are served.
  nonisolated let installed = Bell()
  nonisolated let events: CatalogueEvents
  /// Says that a catalogue was made, which is to be coded with brotli.
  private nonisolated let made = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))

  init(store: GiftStore, limits: APILimits, feed: EventFeed) {
    self.store = store
    events = CatalogueEvents(feed: feed)
    self.limits = limits
    cache = AssetCache(maxBytes: limits.maxCachedBytes)
  }

  /// What is served at this instant; nil when it has yet to be made.
  nonisolated func served() -> Served? {
    state.withLock { state in
      guard let current = state.current, let clock = state.clock else { return nil }
      let now = clock.now
      if current.holds(at: now) { return Served(snapshot: current, now: now) }
      guard let next = state.next, next.holds(at: now) else { return nil }
      state.recent.keep(current.deltas, limits: limits)
      state.current = next
      state.next = nil
      return Served(snapshot: next, now: now)
    }
  }

  /// What is served at this instant: made from the rows at hand, or from the store when none were
  /// ever read.
  func current() async throws(StoreError) -> Served {
    if let served = try await servedFromMemory() { return served }
    if held() == nil {
      if let failure = state.withLock({ $0.failure }),
        ContinuousClock.now - failure.at < limits.databaseRest
      {
        throw failure.error
      }
      try await refresh()
    }
    guard let served = served() else { throw .waitedTooLong(.answer) }
    return served
  }

  /// The same, and nil when no rows were ever read.
  func servedFromMemory() async throws(StoreError) -> Served? {
    if let served = served() { return served }
    guard let rows = held() else { return nil }
    try await install(rows.view, clock: rows.clock)
    return served()
  }

  /// Reads what was edited.
  ///
  /// Throws `StoreError.unreachable` for a database that has fewer edits than were served: an old
  /// primary may come back, and nobody shall see the catalogue go back.
  func refresh() async throws(StoreError) {
    do throws(StoreError) {
      let view: CatalogueView
      if let earlier = held()?.view {
        view = try await store.view(after: earlier)
        guard view.change >= earlier.change else {
          throw StoreError.unreachable(reason: "the database has lost edits")
        }
      } else {
        view = try await store.view(at: .now)
      }
      let clock = DatabaseClock(view.now)
      state.withLock { $0.lastRead = .now }
      try await install(view, clock: clock)
      state.withLock { $0.failure = nil }
    } catch {
      state.withLock { $0.failure = (error, .now) }
      throw error
    }
  }

  /// The bytes under a digest; nil when there are none.
  func asset(_ digest: SHA256Digest) async throws(StoreError) -> ShelvedAsset? {
    if let asset = served()?.snapshot.assets[digest] ?? cache[digest.hex] { return asset }
    guard let stored = try await store.assets([digest]).first else { return nil }
    let asset = ShelvedAsset(stored, limits: limits)
    cache.keep(asset)
    return asset
  }

  /// The live gifts of a catalogue that was served not long ago; nil when it was not.
  nonisolated func recentGifts(of token: CatalogueToken) -> [LiveGift]? {
    state.withLock { $0.recent.gifts(of: token) }
  }

  /// Whether the last read did not find the database.
  nonisolated var isDatabaseAway: Bool {
    state.withLock { $0.failure?.error.isAbsence == true }
  }

  /// What is served and how the database was last found.
  nonisolated func observed() -> ServingState {
    // What holds from a boundary on comes in the place of what held before.
    _ = served()
    let state = state.withLock { $0 }
    var observed = ServingState(
      isDatabaseReachable: state.lastRead != nil && state.failure?.error.isAbsence != true,
      sinceLastRead: state.lastRead.map { ContinuousClock.now - $0 },
      databaseClock: state.clock?.now, cachedBytes: cache.byteCount)
    if let current = state.current, let clock = state.clock {
      observed.shown = ShownCatalogue(current, beside: state.next, clock: clock)
    }
    return observed
  }

  private func held() -> (view: CatalogueView, clock: DatabaseClock)? {
    state.withLock { state in
      guard let current = state.current, let clock = state.clock else { return nil }
      return (current.view, clock)
    }
  }

  /// Makes the snapshot of rows and serves it, unless newer ones came meanwhile.
  private func install(_ view: CatalogueView, clock: DatabaseClock) async throws(StoreError) {
    let shelf = try await shelf(for: view)
    let earlier = state.withLock { $0.current }
    if let earlier, earlier.view.change > view.change { return }
    let now = max(clock.now, earlier?.view.instant ?? .epoch)
    let current = Snapshot(
      of: try view.evaluated(at: now), assets: shelf, after: earlier, limits: limits)
    state.withLock { state in
      if let earlier = state.current, earlier.token != current.token {
        state.recent.keep(earlier.deltas, limits: limits)
      }
      state.current = current
      state.next = nil
      state.clock = clock
    }
    try prepareNext()
    made.continuation.yield()
    installed.ring()
  }

  /// Makes what is served from the next boundary on, if that comes soon.
  func prepareNext() throws(StoreError) {
    let (current, next) = state.withLock { ($0.current, $0.next) }
    guard let current, next == nil, let until = current.until,
      until.microseconds - current.view.instant.microseconds <= limits.horizonMicroseconds
    else { return }
    let prepared = Snapshot(
      of: try current.view.evaluated(at: until), assets: current.assets, after: current,
      limits: limits)
    state.withLock { state in
      if state.current === current { state.next = prepared }
    }
  }

  /// The bytes of all that is live or comes soon: those at hand, and the others from the store.
  private func shelf(
    for view: CatalogueView
  ) async throws(StoreError) -> [SHA256Digest: ShelvedAsset] {
    let earlier = state.withLock { $0.current?.assets } ?? [:]
    let wanted = Snapshot.assets(of: view, withinMicroseconds: limits.horizonMicroseconds)
    var shelf: [SHA256Digest: ShelvedAsset] = [:]
    shelf.reserveCapacity(wanted.count)
    var missing: [SHA256Digest] = []
    for digest in wanted {
      if let asset = earlier[digest] ?? cache[digest.hex] {
        shelf[digest] = asset
      } else {
        missing.append(digest)
      }
    }
    for start in stride(from: 0, to: missing.count, by: StoreLimits.assetsAtOnce) {
      let batch = missing[start..<min(start + StoreLimits.assetsAtOnce, missing.count)]
      do {
        for asset in try await store.assets(Array(batch)) {
          shelf[asset.digest] = ShelvedAsset(asset, limits: limits)
        }
      } catch {
        // A boundary comes all the same; these bytes are answered when the database is back.
        guard error.isAbsence, !earlier.isEmpty else { throw error }
        return shelf
      }
    }
    return shelf
  }

  // MARK: Brotli

  /// Codes each new catalogue with brotli, until the task is cancelled.
  nonisolated func polish() async {
    for await _ in made.stream {
      for snapshot in state.withLock({ [$0.current, $0.next] }).compactMap(\.self) {
        await polish(snapshot)
      }
    }
  }

  private nonisolated func polish(_ snapshot: Snapshot) async {
    guard let brotli = await snapshot.catalogueInBrotli(limits: limits) else { return }
    let polished = snapshot.with(brotli: brotli, limits: limits)
    state.withLock { state in
      if state.current === snapshot { state.current = polished }
      if state.next === snapshot { state.next = polished }
    }
  }
}

/// A snapshot, and the database's clock.
struct Served: Sendable {
  let snapshot: Snapshot
  let now: Timestamp
}
