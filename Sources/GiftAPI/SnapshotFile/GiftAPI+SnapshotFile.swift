package import GiftDomain
import GiftStore
import Synchronization

extension GiftAPI {
  /// The served catalogue as a file, with its mark; nil if nothing was read from a database yet, or
  /// if its mark equals `earlier`.
  ///
  /// `now` is this host's clock, from which a server that reads the file derives the database's.
  /// Throws if the file could not be read again.
  package func snapshotFile(
    now: () -> Timestamp, unlike earlier: SnapshotFile.Mark? = nil
  ) throws(SnapshotFileError) -> (file: SnapshotFile, mark: SnapshotFile.Mark)? {
    let serving = publisher.serving
    let (shown, database) = (serving.shown, serving.database)
    guard let current = shown.current, let clock = shown.clock, !database.isFromFile else {
      return nil
    }
    // The database's clock first: whatever takes time then, the file's is behind, and not early.
    let read = clock.now
    let offset = read.microseconds - now().microseconds
    let mark = SnapshotFile.Mark(
      position: database.position, clockCorrections: database.clockCorrections,
      assets: Set(current.assets.names))
    guard mark != earlier else { return nil }
    let kept = KeptCatalogue(
      view: current.view, position: database.position,
      clockOffset: offset, assets: Array(current.assets.all))
    return (try SnapshotFile(kept), mark)
  }

  /// Whether the database answers within a time, whatever it says.
  package func answers(within limit: Duration) async -> Bool {
    await isDone(within: limit) { () async throws(StoreError) in
      _ = try await follower.clock(patience: limit)
    }
  }

  /// Reads the database once; returns whether that succeeded within a time.
  package func isRead(within limit: Duration) async -> Bool {
    await isDone(within: limit) { () async throws(StoreError) in
      try await follower.refresh(patience: limit)
    }
  }

  private func isDone(
    within limit: Duration, _ body: @escaping @Sendable () async throws(StoreError) -> Void
  ) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        do throws(StoreError) {
          try await body()
          return true
        } catch {
          return false
        }
      }
      group.addTask {
        // Cancelled, because the database was faster.
        try? await Task.sleep(for: limit)
        return false
      }
      let isRead = await group.next() ?? false
      group.cancelAll()
      return isRead
    }
  }

  /// Serves a file's contents until a database is read; returns its newest change, or nil if a
  /// database was already read.
  ///
  /// The usual rule applies when the database is back: one that lacks edits in the file, such as a
  /// lagging standby, is waited for. Only one with another first change, or with later changes of
  /// its own, is trusted over the file. `now` is this host's clock. Throws if the file is not
  /// trusted, and then changes nothing.
  package func restore(
    _ file: SnapshotSource, now: Timestamp
  ) async throws(SnapshotFileError) -> ChangeNumber? {
    // Reading a large file takes seconds.
    let asked = ContinuousClock.now
    var reader = try SnapshotReader(file)
    let kept = try reader.catalogue()
    return await publisher.restore(kept, now: now, asked: asked) ? kept.position.change : nil
  }
}
