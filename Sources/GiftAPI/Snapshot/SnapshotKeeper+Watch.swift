import GiftDomain
import GiftStore

extension SnapshotKeeper {
  /// Keeps what is served up to date until the task is cancelled.
  nonisolated func watch() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.polish() }
      group.addTask { await self.tell() }
      group.addTask { await self.follow() }
    }
  }

  /// Reads what was edited when a commit says so, and at least every `APILimits.longestWatch`.
  private func follow() async {
    while !Task.isCancelled {
      do throws(StoreError) {
        let listener = try await store.commitListener()
        do throws(StoreError) {
          try await follow(listener)
        } catch {
          await listener.close()
          throw error
        }
        await listener.close()
      } catch {
        // A standby refuses to be listened to: there the catalogue is read at intervals. What the
        // store says is kept for who asks.
        try? await refresh()
        // Cancelled: then the loop ends.
        try? await Task.sleep(for: limits.databaseRest)
      }
    }
  }

  /// Listens first and reads then, so that no commit falls between the two.
  private func follow(_ listener: CommitListener) async throws(StoreError) {
    var lastRead: ContinuousClock.Instant?
    var isHeard = false
    while !Task.isCancelled {
      if isHeard || lastRead.map({ ContinuousClock.now - $0 >= limits.longestWatch }) ?? true {
        try await refresh()
        lastRead = .now
      } else {
        // A boundary is no reason to ask the database: what comes then is known.
        _ = try await current()
        try prepareNext()
      }
      isHeard = try await listener.next(within: min(untilBoundary(), limits.longestWatch))
    }
  }

  private func untilBoundary() -> Duration {
    guard let served = served(), let until = served.snapshot.until else {
      return limits.longestWatch
    }
    return .microseconds(max(0, until.microseconds - served.now.microseconds))
  }
}
