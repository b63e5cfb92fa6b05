import Delivery
import GiftDomain
import GiftStore
internal import Glibc
import Logging
import NIOPosix
import Synchronization

/// Publishes snapshots: builds them from rows, prepares the next one before its boundary, and
/// notifies listening clients.
///
/// ```
///   rows ──publish──► current ──boundary──► next        one pointer
///                        └─ read by every request, on any thread
/// ```
///
/// It needs no database: the snapshot after a boundary is made from rows in memory.
actor SnapshotPublisher {
  nonisolated let events: CatalogueEvents
  nonisolated let limits: APILimits
  nonisolated let logger: Logger
  /// The cache of assets that are not in the snapshot.
  nonisolated let cache: AssetCache
  private nonisolated let state: Mutex<ServingState>
  /// The thread that codes with brotli gets a third of the time of one that is not nice (sched(7)).
  private static let niceness: CInt = 5
  /// Signals that a new catalogue needs its brotli coding.
  private nonisolated let made = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))

  init(limits: APILimits, feed: EventFeed, logger: Logger) {
    self.limits = limits
    self.logger = logger
    events = CatalogueEvents(feed: feed)
    cache = AssetCache(maxBytes: limits.memory.maxCachedBytes)
    state = Mutex(ServingState(limits: limits))
  }

  /// The served snapshots and the last known state of the database.
  nonisolated var serving: ServingState { state.withLock { $0 } }

  /// The snapshot served at this instant; nil if it is not made yet.
  nonisolated func served() -> Served? { state.withLock { $0.served(at: .now) } }

  /// Notifies listening clients of the current catalogue, unless it was the last one sent.
  nonisolated func tellServed() { events.tell { served()?.snapshot } }

  /// The snapshot served at this instant, made if a boundary has passed; nil if nothing was ever
  /// read.
  func turned() -> Served? {
    if let served = served() { return served }
    let shown = serving.shown
    guard let current = shown.current, let clock = shown.clock else { return nil }
    let snapshot = snapshot(of: current.view.evaluated(at: clock.now), current.assets)
    state.withLock { $0.show(snapshot) }
    announce(insteadOf: shown.next)
    return served()
  }

  /// Serves rows from a database; false if something else was published since `earlier`, so that
  /// the read must be repeated.
  ///
  /// `rows` are the new view with its assets; nil if it has not changed.
  func publish(
    _ rows: (view: CatalogueView, assets: AssetIndex)?, position: HistoryPosition,
    clock: DatabaseClock, hasScannedAssets: Bool, isStandby: Bool,
    after earlier: FollowedCatalogue?
  ) -> Bool {
    guard serving.followed?.position == earlier?.position else { return false }
    let next = serving.shown.next
    let snapshot = rows.map { self.snapshot(of: $0.view, $0.assets) }
    log(rows?.view.broken ?? [], besides: earlier?.view.broken ?? [])
    let news = state.withLock {
      $0.read(
        snapshot, position, clock, hasScannedAssets: hasScannedAssets, isStandby: isStandby,
        at: .now)
    }
    if news.isBack { logger.notice("the database is back") }
    if let change = news.change {
      logger.notice("change served", metadata: ["change": "\(change)"])
    }
    if let correction = news.correction {
      logger.warning(
        "the database's clock was corrected",
        metadata: ["seconds": "\(correction / .seconds(1))"])
    }
    if snapshot != nil { announce(insteadOf: next) }
    return true
  }

  /// Serves the contents of a file; false if a database was already read.
  ///
  /// `now` is this host's clock when the process's own was at `asked`.
  func restore(
    _ kept: KeptCatalogue, now: Timestamp, asked: ContinuousClock.Instant
  ) -> Bool {
    guard serving.followed == nil else { return false }
    let told = Timestamp(clamping: now.microseconds + kept.clockOffset)
    // A clock that was set back since must not make the catalogue go back.
    let clock = DatabaseClock(max(told, kept.view.instant), at: asked, lag: DatabaseClock.keptLag)
    // The file has rows only, without computed turns.
    let snapshot = snapshot(of: kept.view.evaluated(at: clock.now), AssetIndex(kept.assets))
    log(kept.view.broken, besides: [])
    state.withLock { $0.restore(snapshot, at: kept.position, by: clock) }
    announce(insteadOf: nil)
    return true
  }

  /// Records the newest change of the primary.
  nonisolated func heard(of change: ChangeNumber) {
    state.withLock { $0.hear(of: change, at: .now) }
  }

  /// Records why nothing could be read; logged once until something is read.
  nonisolated func note(_ error: StoreError) {
    guard state.withLock({ $0.fail(error, at: .now) }) else { return }
    logger.warning(
      error.isAway ? "the database is away" : "the database is not believed",
      metadata: ["reason": "\(error.logReason)"])
  }

  /// Takes down when the certificate of the database's server ends.
  nonisolated func note(certificateEnd: Int64?) {
    state.withLock { $0.note(certificateEnd: certificateEnd) }
  }

  private func log(_ broken: [BrokenPart], besides known: [BrokenPart]) {
    for part in broken where !known.contains(part) {
      switch part {
      case .gift(let gift):
        logger.error("a gift is broken, and left out", metadata: ["gift": "\(gift)"])
      case .rotation(let name):
        logger.error("a rotation is broken, and left out", metadata: ["rotation": "\(name)"])
      case .group(let id):
        logger.error("a \(id.kind) is broken, and left out", metadata: [id.kind: "\(id.name)"])
      case .unnamed(let text):
        logger.error(
          "a gift has an id that is none, and is left out", metadata: ["gift": "\(text)"])
      // No catalogue is made of them.
      case .change, .announcement: continue
      }
    }
  }

  private func snapshot(of view: CatalogueView, _ assets: AssetIndex) -> Snapshot {
    Snapshot(of: view, assets: assets, after: serving.shown.current, limits: limits)
  }

  /// Announces a new snapshot, and prepares the one after it; equal parts of `earlier` are reused.
  private func announce(insteadOf earlier: Snapshot?) {
    tellServed()
    freeReplaced()
    prepareNext(insteadOf: earlier)
    noteMade()
  }

  /// Frees replaced snapshots, once clients were told of the new one.
  private func freeReplaced() { _ = state.withLock { $0.takeReplaced() } }

  /// Prepares the snapshot from the next boundary on, if that comes soon.
  private func prepareNext(insteadOf earlier: Snapshot? = nil) {
    guard let (current, boundary) = serving.unprepared else { return }
    let next = Snapshot(
      of: current.view.evaluated(at: boundary), assets: current.assets, after: current,
      or: earlier, limits: limits)
    state.withLock { $0.prepare(next, after: current) }
    noteMade()
  }

  /// Signals that a catalogue may need its brotli coding.
  private nonisolated func noteMade() { made.continuation.yield() }

  // MARK: The timer

  /// Switches at boundaries, with the database or without, until the task is cancelled.
  func turn() async {
    while !Task.isCancelled {
      _ = turned()
      tellServed()
      freeReplaced()
      prepareNext()
      // Cancelled: then the loop ends.
      try? await Task.sleep(for: untilBoundary())
    }
  }

  private func untilBoundary() -> Duration {
    guard let served = served(), let until = served.snapshot.until else {
      return limits.following.longestTurn
    }
    let left = Duration.microseconds(until.microseconds - served.now.microseconds)
    return min(limits.following.longestTurn, max(FollowingLimits.shortestTurn, left))
  }

  // MARK: Brotli

  /// Codes each new catalogue that stays with brotli, until the task is cancelled, on a thread of
  /// its own, so that reading and answering come first.
  nonisolated func compressCatalogues() async {
    let thread = NIOThreadPool(numberOfThreads: 1)
    thread.start()
    for await _ in made.stream {
      var number: Int?
      while let shown = serving.shown.current?.number, shown != number {
        number = shown
        // Cancelled: then the loops end.
        try? await Task.sleep(for: limits.following.codingRest)
      }
      // A snapshot made after that signals again.
      while serving.shown.current?.number == number,
        // Cancelled: likewise.
        (try? await thread.runIfActive { self.settleNext() }) == true
      {}
    }
    // Only a pool that was stopped before throws.
    try? await thread.shutdownGracefully()
  }

  /// Ends one catalogue's wait for brotli, in a nice thread; false if none waits.
  private nonisolated func settleNext() -> Bool {
    // A refusal is harmless.
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
    let shown = serving.shown
    // Without what it was found in, which may be replaced meanwhile.
    let waiting = [shown.current, shown.next].compactMap { $0?.panel.catalogues.everybody }
      .first(where: \.body.awaitsBrotli)
    waiting?.settle()
    return waiting != nil
  }
}
