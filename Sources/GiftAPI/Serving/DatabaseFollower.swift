import GiftDomain
import GiftStore

/// Follows the database: reads edits after a notification, and polls at every heartbeat.
///
/// It passes rows, or the reason for a failure, to a `SnapshotPublisher`.
actor DatabaseFollower {
  private let store: GiftStore
  private let publisher: SnapshotPublisher
  /// Whether the first catalogue is being read, so that others only wait for it.
  private var isReading = false
  /// The tasks that wait for the first catalogue.
  private(set) var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ store: GiftStore, _ publisher: SnapshotPublisher) {
    self.store = store
    self.publisher = publisher
  }

  private nonisolated var limits: APILimits { publisher.limits }

  /// The snapshot served at this instant: made from the current rows, or from the store if none
  /// were ever read; of concurrent callers, only one reads.
  func current() async throws(StoreError) -> Served {
    if let served = await publisher.turned() { return served }
    if isReading {
      if let failure { throw failure.error }
      // Another task may have read meanwhile, and has woken all waiting ones.
      if let served = publisher.served() { return served }
      await withCheckedContinuation { waiting.append($0) }
    } else {
      if let failure, ContinuousClock.now - failure.at < limits.following.databaseRest {
        throw failure.error
      }
      isReading = true
      defer { finishReading() }
      try await refresh()
    }
    if let served = await publisher.turned() { return served }
    throw failure?.error ?? .waitedTooLong(.answer)
  }

  private var failure: (error: StoreError, at: ContinuousClock.Instant)? {
    publisher.serving.database.failure
  }

  /// Reads edits, and assets if `rescansAssets`, over a dedicated connection.
  ///
  /// Throws `StoreError.editsMissing` or `leftBehind` for a database that lacks served edits: an
  /// old primary may come back, and clients must not see the catalogue go back; `standbyBehind` for
  /// a standby that lacks those of the primary.
  func refresh(patience: Duration? = nil, rescansAssets: Bool = true) async throws(StoreError) {
    let patience = patience ?? limits.following.longestPatience
    try await connected(firstHost: 0) { follower async throws(StoreError) in
      try await refresh(from: follower, patience: patience, rescansAssets: rescansAssets)
    }
  }

  /// The database's clock, over a connection of its own.
  func clock(patience: Duration) async throws(StoreError) -> Timestamp {
    let follower = try await store.follower(firstHost: 0)
    do throws(StoreError) {
      let now = try await follower.clock(patience: patience)
      await follower.close()
      return now
    } catch {
      await follower.close()
      throw error
    }
  }

  /// Follows until the task is cancelled.
  func follow() async {
    isReading = true
    defer { finishReading() }
    // A host that is not trusted, or was lost, comes last the next time.
    var host = 0
    var patience = limits.following.patience
    while !Task.isCancelled {
      do throws(StoreError) {
        try await connected(firstHost: host) { follower async throws(StoreError) in
          try await follow(follower, &patience)
        }
      } catch {
        host += 1
        // Cancelled: then the loop ends.
        try? await Task.sleep(for: limits.following.reconnectRest)
      }
    }
  }

  /// Listens first and then reads, so that no commit is missed in between.
  private func follow(
    _ follower: CatalogueFollower, _ patience: inout Duration
  ) async throws(StoreError) {
    publisher.note(certificateEnd: await follower.certificateEnd)
    var isListening = try await follower.listen()
    // Retries reads that failed while the database was unreachable.
    var rescansAssets = true
    while !Task.isCancelled {
      // The first read may be large.
      let first = rescansAssets && publisher.serving.followed == nil
      let wait = first ? limits.following.longestPatience : patience
      do throws(StoreError) {
        try await refresh(from: follower, patience: wait, rescansAssets: rescansAssets)
      } catch {
        patience = min(patience * 2, limits.following.longestPatience)
        throw error
      }
      patience = limits.following.patience
      rescansAssets = false
      if !isListening { isListening = try await follower.listen() }
      _ = try await follower.heard(within: limits.following.heartbeat)
    }
  }

  /// Reads edits, and searches all plans for assets if the last search was long ago.
  private func refresh(
    from follower: CatalogueFollower, patience: Duration, rescansAssets: Bool
  ) async throws(StoreError) {
    while try await !isRefreshed(from: follower, patience: patience, rescansAssets: rescansAssets) {
    }
    wake()
  }

  /// Runs `body` with a connection, starting with the host at an index, and records a failure.
  private func connected(
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
      publisher.note(error)
      wake()
      throw error
    }
  }

  /// Wakes the tasks that wait for the first catalogue.
  private func wake() {
    let woken = waiting
    waiting = []
    for continuation in woken { continuation.resume() }
  }

  /// Marks the first read as finished.
  private func finishReading() {
    isReading = false
    wake()
  }

  /// Reads once; false if another read finished meanwhile, so that it must be repeated.
  private func isRefreshed(
    from follower: CatalogueFollower, patience: Duration, rescansAssets: Bool
  ) async throws(StoreError) -> Bool {
    let serving = publisher.serving
    let earlier = serving.followed
    let asked = ContinuousClock.now
    let reading = try await follower.reading(after: earlier, patience: patience)
    let lack = serving.lack(at: reading.position.change, asked)
    if reading.isStandby, let lack, lack.lasting >= limits.standbyPatience {
      throw StoreError.standbyBehind
    }
    let clock = DatabaseClock(reading.now, lag: .now - asked)
    // The served snapshot is for a future instant: the clock was ahead and has been corrected.
    let isGivenUp = earlier.map { clock.isBefore($0.view.instant) } ?? false
    let rescansAssets =
      rescansAssets || isGivenUp
      || serving.database.lastAssetScan.map {
        ContinuousClock.now - $0 >= limits.following.longestWatch
      } ?? true
    var rows: (view: CatalogueView, assets: AssetIndex)?
    if let read = reading.view ?? (rescansAssets ? earlier?.view : nil) {
      let floor = isGivenUp ? .epoch : earlier?.view.instant ?? .epoch
      let isCurrent = reading.view != nil && read.instant >= floor
      let view = isCurrent ? read : read.evaluated(at: max(clock.now, floor))
      let assets = try await assetIndex(for: view, from: follower, rescansAssets: rescansAssets)
      rows = (view, assets)
    }
    return await publisher.publish(
      rows, position: reading.position, clock: clock, hasScannedAssets: rescansAssets,
      isStandby: reading.isStandby, after: earlier)
  }

  /// The animations and pictures that are live or go live soon: those in memory, and the others
  /// from the store.
  ///
  /// Old ones are dropped, and coming ones read, only when all plans are searched, not at each
  /// edit.
  private func assetIndex(
    for view: CatalogueView, from follower: CatalogueFollower, rescansAssets: Bool
  ) async throws(StoreError) -> AssetIndex {
    let current = publisher.serving.shown.current
    let earlier = current?.assets ?? .empty
    var wanted: Set<AssetName> = []
    var missing: Set<AssetName> = []
    view.eachAsset(
      withinMicroseconds: limits.memory.horizonMicroseconds,
      unlike: rescansAssets ? nil : current?.view
    ) { name in
      if rescansAssets { wanted.insert(name) }
      if earlier[name] == nil { missing.insert(name) }
    }
    let withdrawn = view.withdrawnAssets
    let index = earlier.keeping { name in
      !withdrawn.contains(name) && (!rescansAssets || wanted.contains(name))
    }
    let cached = missing.compactMap { publisher.cache[$0] }
    let unread = missing.subtracting(cached.map(\.name))
    var read: [ServedAsset] = []
    for kind in AssetKind.allCases {
      read += try await packed(
        kind, unread.filter { $0.kind == kind }.map(\.digest), from: follower)
    }
    return index.adding(cached + read)
  }

  /// The assets of one kind with these digests; those whose bytes do not fit it are left out.
  private func packed(
    _ kind: AssetKind, _ digests: [SHA256Digest], from follower: CatalogueFollower
  ) async throws(StoreError) -> [ServedAsset] {
    var packer = AssetPacker(kind)
    for part in digests.inParts {
      let assets = try await follower.assets(part).filter(kind.fits)
      for asset in await assets.fitting(publisher.logger) { packer.add(asset) }
    }
    return packer.finish()
  }
}
