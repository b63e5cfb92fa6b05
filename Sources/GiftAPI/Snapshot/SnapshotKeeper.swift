import Delivery
import GiftDomain
import GiftStore
import Logging
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
  /// What clients are answered from.
  struct Serving {
    var current: Snapshot?
    var next: Snapshot?
    var clock: DatabaseClock?
    var recent = RecentCatalogues()
  }

  /// How the database was last found.
  struct Database {
    /// Where in the history of changes the current rows stand.
    var position = HistoryPosition.unread
    /// Whether the rows came from a file, and no database was read since.
    var isFromFile = false
    /// When the rows were last asked for with success.
    var lastRead: ContinuousClock.Instant?
    /// When all that is shown was last looked through for animations that come soon.
    var lastAssetScan: ContinuousClock.Instant?
    /// When the store was found unreadable, and why; nil as soon as it was read.
    var failure: (error: StoreError, at: ContinuousClock.Instant)?
    /// How often its clock was found to be another one than had been told from its answers.
    var clockCorrections = 0
    /// What was logged of it since then.
    var loggedFacts: Set<String> = []
  }

  let store: GiftStore
  let limits: APILimits
  let logger: Logger
  /// Bytes that are not in the snapshot.
  private let cache: AssetCache
  var pastReads = PastReads()
  nonisolated let events: CatalogueEvents
  nonisolated let state = Mutex((serving: Serving(), database: Database()))
  /// Whether somebody reads what is to be served first: then nobody else has to.
  var isReading = false
  /// Who waits for that.
  private(set) var waiting: [CheckedContinuation<Void, Never>] = []
  /// The catalogue's body that was served before, to be written over once nobody reads it.
  ///
  /// With many gifts it has megabytes, which the system would have to take back and clear for each
  /// edit.
  private var recycledBuffer = ByteBuffer()
  /// Says that a catalogue was made, which is to be coded with brotli.
  private nonisolated let made = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))

  init(store: GiftStore, limits: APILimits, feed: EventFeed, logger: Logger) {
    self.store = store
    self.logger = logger
    events = CatalogueEvents(feed: feed)
    self.limits = limits
    cache = AssetCache(maxBytes: limits.memory.maxCachedBytes)
  }

  /// What is served at this instant; nil when it has yet to be made.
  nonisolated func served() -> Served? { state.withLock { $0.serving.served(limits) } }

  /// What the database's clock shows; nil before it was read.
  nonisolated var now: Timestamp? { state.withLock { $0.serving.clock?.now } }

  /// What is served at this instant: made from the rows at hand, or from the store when none were
  /// ever read; of many who ask at once, one reads.
  func current() async throws(StoreError) -> Served {
    if let served = try turned() { return served }
    if isReading {
      if let failure = state.withLock({ $0.database.failure }) { throw failure.error }
      await withCheckedContinuation { waiting.append($0) }
    } else {
      if let failure = state.withLock({ $0.database.failure }),
        ContinuousClock.now - failure.at < limits.following.databaseRest
      {
        throw failure.error
      }
      isReading = true
      defer { finishReading() }
      try await refresh()
    }
    if let served = try turned() { return served }
    throw state.withLock { $0.database.failure }?.error ?? .waitedTooLong(.answer)
  }

  /// What is served at this instant, made if a boundary has passed; nil when nothing was ever read.
  func turned() throws(StoreError) -> Served? {
    if let served = served() { return served }
    let serving = state.withLock { $0.serving }
    guard let current = serving.current, let clock = serving.clock else { return nil }
    try show(try current.view.evaluated(at: clock.now), assets: current.assets)
    return served()
  }

  /// Reads what was edited, and all that is shown, over a connection of its own.
  ///
  /// Throws `StoreError.editsMissing` or `leftBehind` for a database that has fewer edits than were
  /// served: an old primary may come back, and nobody shall see the catalogue go back.
  func refresh(patience: Duration? = nil, rescansAssets: Bool = true) async throws(StoreError) {
    let patience = patience ?? limits.following.longestPatience
    try await connected(firstHost: 0) { follower async throws(StoreError) in
      try await refresh(from: follower, patience: patience, rescansAssets: rescansAssets)
    }
  }

  /// Reads what was edited, and all that is shown when it was not looked through for long.
  func refresh(
    from follower: CatalogueFollower, patience: Duration, rescansAssets: Bool
  ) async throws(StoreError) {
    while try await !isRefreshed(
      from: follower, patience: patience, rescansAssets: rescansAssets)
    {}
    wake()
  }

  /// Connects, to the host with an index first, until `body` is done, and keeps why that failed.
  func connected(
    firstHost: Int, _ body: (CatalogueFollower) async throws(StoreError) -> Void
  ) async throws(StoreError) {
    do throws(StoreError) {
      let follower = try await store.follower(firstHost: firstHost)
      do throws(StoreError) {
        try await body(follower)
      } catch {
        await follower.close()
        throw error
      }
      await follower.close()
    } catch {
      note(error)
      throw error
    }
  }

  /// Keeps why nothing could be read, for those who ask; it is logged once until something is read.
  func note(_ error: StoreError) {
    let isAway = error.isAbsence && !error.isDisbelief
    let isNew = state.withLock { state in
      state.database.failure = (error, .now)
      // Why it is away may be told in a new way each time.
      return state.database.loggedFacts.insert(isAway ? "away" : error.logReason).inserted
    }
    if isNew {
      logger.warning(
        isAway ? "the database is away" : "the database is not believed",
        metadata: ["reason": "\(error.logReason)"])
    }
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

  /// The bytes under a digest that clients may have: they are shown, once were, or come soon.
  ///
  /// Nil when there are none.
  func asset(_ digest: SHA256Digest, _ served: Served) async throws(StoreError) -> ServedAsset? {
    if let asset = cache[digest.hex] { return asset }
    let snapshot = served.snapshot
    let indexed = snapshot.assets[digest]
    let read = indexed == nil ? try await store.assets([digest]).first.map(ServedAsset.init) : nil
    let end = Timestamp(clamping: served.now.microseconds + limits.earlyMicroseconds)
    // All gifts are looked at, so only for bytes that there are.
    guard let asset = indexed ?? read, snapshot.view.shows(digest, by: end) else { return nil }
    // A plan may be taken back; what was shown was shown.
    if let read, snapshot.view.shows(digest, by: served.now) { cache.keep(read) }
    return asset
  }

  /// What is served and how the database was last found.
  nonisolated func observed() -> ServingState {
    // What holds from a boundary on comes in the place of what held before.
    _ = served()
    let (serving, database) = state.withLock { ($0.serving, $0.database) }
    var observed = ServingState(
      isDatabaseReachable: database.lastRead != nil && database.failure?.error.isAbsence != true,
      sinceLastRead: database.lastRead.map { ContinuousClock.now - $0 },
      databaseClock: serving.clock?.now, clockCorrections: database.clockCorrections,
      cachedBytes: cache.byteCount)
    if let current = serving.current, let clock = serving.clock {
      observed.shown = ShownCatalogue(current, beside: serving.next, clock: clock)
      if database.isFromFile {
        let age = clock.now.microseconds - current.view.now.microseconds
        observed.fileAge = .microseconds(max(0, age))
        observed.shown?.age = .microseconds(max(0, age))
      }
    }
    observed.lacksEdits = database.failure?.error.isDisbelief == true
    return observed
  }

  /// What was read last, and is gone on from; nil when nothing was.
  nonisolated func followed() -> FollowedCatalogue? {
    state.withLock { state in
      state.serving.current.map {
        FollowedCatalogue(
          view: $0.view, position: state.database.position, isFromFile: state.database.isFromFile)
      }
    }
  }

  /// Reads once; false when somebody else has read meanwhile, and it has to be done again.
  private func isRefreshed(
    from follower: CatalogueFollower, patience: Duration, rescansAssets: Bool
  ) async throws(StoreError) -> Bool {
    let earlier = followed()
    let asked = ContinuousClock.now
    let reading = try await follower.reading(after: earlier, patience: patience)
    let clock = DatabaseClock(reading.now, lag: .now - asked)
    let correction = state.withLock { $0.serving.clock?.correction(by: clock) }
    // What is served holds for an instant that has yet to come: the clock was ahead, and is not.
    let isGivenUp = earlier.map { clock.isBefore($0.view.instant) } ?? false
    let lastAssetScan = state.withLock { $0.database.lastAssetScan }
    let rescansAssets =
      rescansAssets || isGivenUp
      || lastAssetScan.map { ContinuousClock.now - $0 >= limits.following.longestWatch } ?? true
    if let rows = reading.view ?? (rescansAssets ? earlier?.view : nil) {
      let floor = isGivenUp ? .epoch : earlier?.view.instant ?? .epoch
      let isCurrent = reading.view != nil && rows.instant >= floor
      let view = isCurrent ? rows : try rows.evaluated(at: max(clock.now, floor))
      let index = try await assetIndex(for: view, from: follower, rescansAssets: rescansAssets)
      guard followed()?.position == earlier?.position else { return false }
      try show(view, assets: index, clock: clock)
    } else {
      guard followed()?.position == earlier?.position else { return false }
    }
    let wasAway = state.withLock { state in
      defer { state.database.loggedFacts = [] }
      state.serving.clock = clock
      state.database.position = reading.position
      state.database.isFromFile = false
      state.database.lastRead = .now
      if rescansAssets { state.database.lastAssetScan = .now }
      state.database.failure = nil
      if correction != nil { state.database.clockCorrections += 1 }
      return !state.database.loggedFacts.isEmpty
    }
    if wasAway { logger.notice("the database is back") }
    if earlier?.position.change != reading.position.change {
      logger.notice("change served", metadata: ["change": "\(reading.position.change)"])
    }
    if let correction {
      logger.warning(
        "the database's clock was corrected",
        metadata: ["seconds": "\(correction / .seconds(1))"])
    }
    return true
  }

  /// Makes the snapshot of rows and serves it, by another clock if there is one.
  func show(
    _ view: CatalogueView, assets: AssetIndex, clock: DatabaseClock? = nil
  ) throws(StoreError) {
    let (earlier, next) = state.withLock { ($0.serving.current, $0.serving.next) }
    let current = Snapshot(
      of: view, assets: assets, after: earlier, recycledBuffer: &recycledBuffer, limits: limits)
    if let earlier, earlier.catalogue !== current.catalogue {
      recycledBuffer = earlier.catalogue.resource.body.identity
    }
    state.withLock { state in
      if let earlier = state.serving.current, earlier.token != current.token {
        state.serving.recent.keep(earlier.deltas, limits: limits)
      }
      state.serving.current = current
      state.serving.next = nil
      // At once: by the clock before, the snapshot might be over already.
      if let clock { state.serving.clock = clock }
    }
    try prepareNext(insteadOf: next)
    made.continuation.yield()
    tellServed()
  }

  /// Makes what is served from the next boundary on, if that comes soon; what was made before is
  /// taken over if it is the same.
  func prepareNext(insteadOf earlier: Snapshot? = nil) throws(StoreError) {
    let serving = state.withLock { $0.serving }
    guard let current = serving.current, serving.next == nil, let until = current.until,
      until.microseconds - current.view.instant.microseconds <= limits.memory.horizonMicroseconds
    else { return }
    let prepared = Snapshot(
      of: try current.view.evaluated(at: until), assets: current.assets, after: current,
      or: earlier, recycledBuffer: &recycledBuffer, limits: limits)
    state.withLock { state in
      if state.serving.current === current { state.serving.next = prepared }
    }
  }

  /// The bytes of all that is live or comes soon: those at hand, and the others from the store.
  ///
  /// What is neither any more is let go, and what has come near is read, when all is looked
  /// through, not at each edit.
  private func assetIndex(
    for view: CatalogueView, from follower: CatalogueFollower, rescansAssets: Bool
  ) async throws(StoreError) -> AssetIndex {
    let current = state.withLock { $0.serving.current }
    let earlier = current?.assets ?? .empty
    var wanted: Set<SHA256Digest> = []
    var missing: Set<SHA256Digest> = []
    view.eachAsset(
      withinMicroseconds: limits.memory.horizonMicroseconds,
      unlike: rescansAssets ? nil : current?.view
    ) { digest in
      if rescansAssets { wanted.insert(digest) }
      if earlier[digest] == nil { missing.insert(digest) }
    }
    let index = rescansAssets ? earlier.keeping(wanted) : earlier
    let cached = missing.compactMap { cache[$0.hex] }
    let unread = Array(missing.subtracting(cached.map(\.digest)))
    var packer = AssetPacker()
    for start in stride(from: 0, to: unread.count, by: StoreLimits.assetsAtOnce) {
      let batch = unread[start..<min(start + StoreLimits.assetsAtOnce, unread.count)]
      for asset in try await follower.assets(Array(batch)) { packer.add(asset) }
    }
    return index.adding(cached + packer.finish())
  }

  // MARK: Brotli

  /// Codes each new catalogue with brotli, until the task is cancelled.
  nonisolated func compressCatalogue() async {
    for await _ in made.stream {
      let serving = state.withLock { $0.serving }
      for snapshot in [serving.current, serving.next].compactMap(\.self) {
        guard let brotli = await snapshot.catalogueInBrotli(limits: limits) else { continue }
        let compressed = snapshot.with(brotli: brotli)
        state.withLock { state in
          if state.serving.current === snapshot { state.serving.current = compressed }
          if state.serving.next === snapshot { state.serving.next = compressed }
        }
      }
    }
  }
}

extension SnapshotKeeper.Serving {
  /// What is served at this instant, the next snapshot where a boundary has passed; nil when it
  /// has yet to be made.
  mutating func served(_ limits: APILimits) -> Served? {
    guard let current, let clock else { return nil }
    let now = clock.now
    if current.holds(at: now) { return Served(snapshot: current, now: now) }
    guard let next, next.holds(at: now) else { return nil }
    recent.keep(current.deltas, limits: limits)
    self.current = next
    self.next = nil
    return Served(snapshot: next, now: now)
  }
}

/// A snapshot, and the database's clock.
struct Served: Sendable {
  let snapshot: Snapshot
  let now: Timestamp
}
