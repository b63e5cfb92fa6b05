import Delivery
import GiftDomain
import GiftStore
import NIOCore
import Synchronization

/// Keeps the snapshot that is served, and the next one ready before its boundary.
///
/// ```
///   rows ──refresh──► current ──boundary──► next        one pointer
///     ▲                  │
///     └─ commits, polls  └─ asked by every request, on whatever thread
/// ```
///
/// Only `refresh` asks the database; what a boundary changes is made from what is at hand.
actor SnapshotKeeper {
  struct State {
    var current: Snapshot?
    var next: Snapshot?
    var clock: DatabaseClock?
    var recent = RecentCatalogues()
    /// Where in the history of changes the current rows stand.
    var place = HistoryPlace.unread
    /// Whether the rows came from a file, and no database was read since.
    var isFromFile = false
    /// When the rows were last asked for with success.
    var lastRead: ContinuousClock.Instant?
    /// When all that is shown was last looked through for animations that come soon.
    var lastLook: ContinuousClock.Instant?
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
  /// Rings when other rows are served.
  nonisolated let installed = Bell()
  nonisolated let events: CatalogueEvents
  nonisolated let state = Mutex(State())
  /// Whether somebody reads what is to be served first: then nobody else has to.
  var isReading = false
  /// Who waits for that.
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// The catalogue's body that was served before, to be written over once nobody reads it.
  ///
  /// With many gifts it has megabytes, which the system would have to take back and clear for each
  /// edit.
  private var room = ByteBuffer()
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
  /// ever read; of many who ask at once, one reads.
  func current() async throws(StoreError) -> Served {
    if let served = try turned() { return served }
    if isReading {
      if let failure = state.withLock({ $0.failure }) { throw failure.error }
      await withCheckedContinuation { waiting.append($0) }
    } else {
      if let failure = state.withLock({ $0.failure }),
        ContinuousClock.now - failure.at < limits.databaseRest
      {
        throw failure.error
      }
      isReading = true
      defer { finishReading() }
      try await refresh()
    }
    if let served = try turned() { return served }
    throw state.withLock { $0.failure }?.error ?? .waitedTooLong(.answer)
  }

  /// What is served at this instant, made if a boundary has passed; nil when nothing was ever read.
  func turned() throws(StoreError) -> Served? {
    if let served = served() { return served }
    let (current, clock) = state.withLock { ($0.current, $0.clock) }
    guard let current, let clock else { return nil }
    let rows = current.view
    try show(try rows.evaluated(at: max(clock.now, rows.instant)), assets: current.assets)
    return served()
  }

  /// Reads what was edited.
  ///
  /// Throws `StoreError.unreachable` for a database that has fewer edits than were served: an old
  /// primary may come back, and nobody shall see the catalogue go back.
  func refresh() async throws(StoreError) {
    try await refresh(from: .pool(store), isThorough: true)
  }

  /// Reads what was edited, and all that is shown when it was not looked through for long.
  func refresh(
    from source: CatalogueSource, isThorough: Bool
  ) async throws(StoreError) {
    do throws(StoreError) {
      while try await !isRefreshed(from: source, isThorough: isThorough) {}
      wake()
    } catch {
      note(error)
      throw error
    }
  }

  /// Keeps why nothing could be read, for who asks.
  func note(_ error: StoreError) {
    state.withLock { $0.failure = (error, .now) }
    wake()
  }

  /// Lets those go on who wait for what is to be served first.
  private func wake() {
    let woken = waiting
    waiting = []
    for continuation in woken { continuation.resume() }
  }

  /// Ends the time in which others need not read.
  func finishReading() {
    isReading = false
    wake()
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
      if state.isFromFile {
        let age = clock.now.microseconds - current.view.now.microseconds
        observed.fileAge = .microseconds(max(0, age))
        observed.shown?.age = .microseconds(max(0, age))
      }
    }
    observed.lacksEdits = state.failure?.error == .editsMissing
    return observed
  }

  /// What was read last, and is gone on from; nil when nothing was.
  nonisolated func followed() -> FollowedCatalogue? {
    state.withLock { state in
      state.current.map {
        FollowedCatalogue(view: $0.view, place: state.place, isFromFile: state.isFromFile)
      }
    }
  }

  /// Reads once; false when somebody else has read meanwhile, and it has to be done again.
  private func isRefreshed(
    from source: CatalogueSource, isThorough: Bool
  ) async throws(StoreError) -> Bool {
    let earlier = followed()
    let reading = try await source.reading(after: earlier)
    let clock = DatabaseClock(reading.now)
    let lastLook = state.withLock { $0.lastLook }
    let looks =
      isThorough || lastLook.map { ContinuousClock.now - $0 >= limits.longestWatch } ?? true
    if reading.view != nil || looks, let view = reading.view ?? earlier?.view {
      let shelf = try await shelf(for: view, from: source, letsGo: looks)
      guard followed()?.place == earlier?.place else { return false }
      try install(
        reading.view == nil ? try view.evaluated(at: clock.now) : view, shelf, clock)
    } else {
      guard followed()?.place == earlier?.place else { return false }
    }
    state.withLock { state in
      state.place = reading.place
      state.isFromFile = false
      state.clock = clock
      state.lastRead = .now
      if looks { state.lastLook = .now }
      state.failure = nil
    }
    return true
  }

  /// Makes the snapshot of rows and serves it; its instant is never before the last one's.
  func install(
    _ view: CatalogueView, _ assets: AssetShelf, _ clock: DatabaseClock
  ) throws(StoreError) {
    let earlier = state.withLock { $0.current?.view.instant } ?? .epoch
    try show(view.instant < earlier ? try view.evaluated(at: earlier) : view, assets: assets)
    state.withLock { $0.clock = clock }
  }

  private func show(
    _ view: CatalogueView, assets: AssetShelf
  ) throws(StoreError) {
    let earlier = state.withLock { $0.current }
    let current = Snapshot(of: view, assets: assets, after: earlier, room: &room, limits: limits)
    if let earlier, earlier.catalogue !== current.catalogue {
      room = earlier.catalogue.resource.body.identity
    }
    state.withLock { state in
      if let earlier = state.current, earlier.token != current.token {
        state.recent.keep(earlier.deltas, limits: limits)
      }
      state.current = current
      state.next = nil
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
      room: &room, limits: limits)
    state.withLock { state in
      if state.current === current { state.next = prepared }
    }
  }

  /// The bytes of all that is live or comes soon: those at hand, and the others from the store.
  ///
  /// What is neither any more is let go, and what has come near is read, when all is looked
  /// through, not at each edit.
  private func shelf(
    for view: CatalogueView, from source: CatalogueSource, letsGo: Bool
  ) async throws(StoreError) -> AssetShelf {
    let current = state.withLock { $0.current }
    let earlier = current?.assets ?? .empty
    var wanted: Set<SHA256Digest> = []
    var missing: Set<SHA256Digest> = []
    view.eachAsset(
      withinMicroseconds: limits.horizonMicroseconds, unlike: letsGo ? nil : current?.view
    ) { digest in
      if letsGo { wanted.insert(digest) }
      if earlier[digest] == nil { missing.insert(digest) }
    }
    let shelf = letsGo ? earlier.keeping(wanted) : earlier
    let cached = missing.compactMap { cache[$0.hex] }
    let unread = Array(missing.subtracting(cached.map(\.digest)))
    var packer = AssetPacker(limits: limits)
    for start in stride(from: 0, to: unread.count, by: StoreLimits.assetsAtOnce) {
      let batch = unread[start..<min(start + StoreLimits.assetsAtOnce, unread.count)]
      for asset in try await source.assets(Array(batch)) { packer.add(asset) }
    }
    return shelf.adding(cached + packer.finish())
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
