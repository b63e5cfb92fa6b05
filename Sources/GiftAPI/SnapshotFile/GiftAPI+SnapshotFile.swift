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
    let serving = publisher.serving
    let (shown, database) = (serving.shown, serving.database)
    guard let current = shown.current, let clock = shown.clock, !database.isFromFile else {
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
          try await follower.refresh(patience: limit)
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
    return await publisher.restore(kept, now: now, asked: asked) ? kept.position.change : nil
  }
}
