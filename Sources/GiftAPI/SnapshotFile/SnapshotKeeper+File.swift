package import GiftDomain
import GiftStore
import Synchronization

extension GiftAPI {
  /// What is served, for a file; nil when nothing was read from a database yet.
  ///
  /// `now` is this host's clock: a server that reads the file tells the database's from its own.
  package func snapshotFile(now: Timestamp) -> SnapshotFile? {
    keeper.kept(now: now).map(SnapshotFile.init)
  }

  /// What `snapshotFile` would be of; nil when nothing was read from a database yet.
  package func snapshotMark() -> SnapshotFile.Mark? { keeper.mark() }

  /// Asks the database once; whether it has answered within a time.
  package func isRead(within limit: Duration) async -> Bool {
    await keeper.isRead(within: limit)
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
    var reader = try SnapshotReader(file)
    let kept = try reader.catalogue(limits: limits)
    return try await keeper.restore(kept, now: now) ? kept.place.change : nil
  }
}

extension SnapshotKeeper {
  /// What a file keeps of what is served.
  nonisolated func kept(now: Timestamp) -> KeptCatalogue? {
    state.withLock { state in
      guard let current = state.current, let clock = state.clock, !state.isFromFile else {
        return nil
      }
      return KeptCatalogue(
        view: current.view, place: state.place,
        clockOffset: clock.now.microseconds - now.microseconds, assets: Array(current.assets.all)
      )
    }
  }

  /// What that depends on.
  nonisolated func mark() -> SnapshotFile.Mark? {
    state.withLock { state in
      guard let current = state.current, !state.isFromFile else { return nil }
      return SnapshotFile.Mark(place: state.place, assets: Set(current.assets.digests))
    }
  }

  /// Reads the catalogue for the first time; whether that was done within a time.
  nonisolated func isRead(within limit: Duration) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { await self.isRead(patience: limit) }
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

  private func isRead(patience: Duration) async -> Bool {
    do throws(StoreError) {
      let follower = try await store.follower(firstHost: 0)
      do throws(StoreError) {
        try await refresh(from: .follower(follower, patience: patience), isThorough: true)
      } catch {
        await follower.close()
        throw error
      }
      await follower.close()
      return true
    } catch {
      return false
    }
  }

  /// Serves what a file kept; false when something was read already.
  func restore(_ kept: KeptCatalogue, now: Timestamp) throws(SnapshotFileError) -> Bool {
    guard followed() == nil else { return false }
    let told = now.microseconds.addingReportingOverflow(kept.clockOffset).partialValue
    // A clock that was put back since makes nothing go back.
    let clock = DatabaseClock(max(Timestamp(clamping: told), kept.view.instant))
    do throws(StoreError) {
      try install(kept.view, AssetShelf(kept.assets), clock)
    } catch .rowBroken(let error) {
      throw .broken(error, at: SnapshotFile.headBytes)
    } catch {
      throw .malformed(at: SnapshotFile.headBytes)
    }
    state.withLock { state in
      state.place = kept.place
      state.isFromFile = true
    }
    return true
  }
}
