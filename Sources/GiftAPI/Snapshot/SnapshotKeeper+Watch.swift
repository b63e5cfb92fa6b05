import GiftDomain
import GiftStore

extension SnapshotKeeper {
  /// Keeps what is served up to date until the task is cancelled.
  nonisolated func watch() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.compressCatalogue() }
      group.addTask { await self.follow() }
      group.addTask { await self.turn() }
    }
  }

  /// Switches at boundaries, with the database or without, and tells clients that listen.
  private func turn() async {
    while !Task.isCancelled {
      do throws(StoreError) {
        _ = try turned()
        tellServed()
        try prepareNext()
      } catch {
        // Rows that cannot be evaluated: what is served stays.
        note(error)
      }
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

  /// Tells clients that listen what is served, unless that was told last.
  nonisolated func tellServed() { events.tell { served()?.snapshot } }

  /// Reads what was edited when a commit says so, and asks at every `FollowingLimits.heartbeat`.
  private func follow() async {
    isReading = true
    defer { finishReading() }
    // A host whose database is not to be believed, or that is lost, comes last the next time.
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

  /// Listens first and reads then, so that no commit falls between the two.
  private func follow(
    _ follower: CatalogueFollower, _ patience: inout Duration
  ) async throws(StoreError) {
    var isListening = try await follower.listen()
    // What could not be read while the database was away.
    var rescansAssets = true
    while !Task.isCancelled {
      // The first time there may be much to read.
      let first = rescansAssets && followed() == nil
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
}
