package import GiftDomain
import GiftStore
import Synchronization

extension GiftAPI {
  /// What is served, for a file, and what that depends on; nil when nothing was read from a
  /// database yet, or when it is what was written under an `earlier` mark.
  ///
  /// `now` is this host's clock: a server that reads the file tells the database's from its own.
  /// Throws what could not be read again.
  package func snapshotFile(
    now: Timestamp, unlike earlier: SnapshotFile.Mark? = nil
  ) throws(SnapshotFileError) -> (file: SnapshotFile, mark: SnapshotFile.Mark)? {
    let (serving, database) = keeper.state.withLock { ($0.serving, $0.database) }
    guard let current = serving.current, let clock = serving.clock, !database.isFromFile else {
      return nil
    }
    let mark = SnapshotFile.Mark(
      position: database.position, clockCorrections: database.clockCorrections,
      assets: Set(current.assets.digests))
    guard mark != earlier else { return nil }
    let kept = KeptCatalogue(
      view: current.view, position: database.position,
      clockOffset: clock.now.microseconds - now.microseconds, assets: Array(current.assets.all))
    return (try SnapshotFile(kept), mark)
  }

  /// Asks the database once; whether it has answered within a time.
  package func isRead(within limit: Duration) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        do throws(StoreError) {
          try await keeper.refresh(patience: limit)
          return true
        } catch {
          return false
        }
      }
      group.addTask {
        // Cancelled: then the database was faster.
        try? await Task.sleep(for: limit)
        return false
      }
      let isRead = await group.next() ?? false
      group.cancelAll()
      return isRead
    }
  }

  /// Serves what a file keeps until a database is read; the newest change in it, or nil when one
  /// was read already.
  ///
  /// The usual rule holds when the database comes: one that lacks what the file has, as a standby
  /// that lags, is waited for. Only one with another first change, or whose own changes came later,
  /// is believed over the file. `now` is this host's clock. Throws why the file is not believed;
  /// then nothing has changed.
  package func restore(
    _ file: [UInt8], now: Timestamp
  ) async throws(SnapshotFileError) -> ChangeNumber? {
    // Reading a long file takes seconds.
    let asked = ContinuousClock.now
    var reader = try SnapshotReader(file)
    let kept = try reader.catalogue()
    return try await keeper.restore(kept, now: now, asked: asked) ? kept.position.change : nil
  }
}

extension SnapshotKeeper {
  /// Serves what a file kept; false when something was read already.
  ///
  /// `now` is what this host's clock showed when the process's own was at `asked`.
  func restore(
    _ kept: KeptCatalogue, now: Timestamp, asked: ContinuousClock.Instant
  ) throws(SnapshotFileError) -> Bool {
    guard followed() == nil else { return false }
    let told = Timestamp(clamping: now.microseconds + kept.clockOffset)
    // A clock that was put back since makes nothing go back.
    let clock = DatabaseClock(max(told, kept.view.instant), at: asked, lag: DatabaseClock.keptLag)
    do throws(StoreError) {
      // Rows alone: what rotations bring of them is not kept.
      try show(
        try kept.view.evaluated(at: clock.now), assets: AssetIndex(kept.assets), clock: clock)
    } catch .rowBroken(let error) {
      throw .broken(error)
    } catch {
      throw .malformed
    }
    state.withLock { state in
      state.database.position = kept.position
      state.database.isFromFile = true
    }
    return true
  }
}
