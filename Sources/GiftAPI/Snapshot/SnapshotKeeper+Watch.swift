import GiftDomain
import GiftStore

extension SnapshotKeeper {
  /// Keeps what is served up to date until the task is cancelled.
  nonisolated func watch() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.polish() }
      group.addTask { await self.tell() }
      group.addTask { await self.follow() }
      group.addTask { await self.turn() }
    }
  }

  /// Switches at boundaries, with the database or without.
  private func turn() async {
    while !Task.isCancelled {
      do throws(StoreError) {
        _ = try turned()
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
      return limits.longestTurn
    }
    let left = until.microseconds - served.now.microseconds
    return min(limits.longestTurn, .microseconds(max(0, left)))
  }

  /// Reads what was edited when a commit says so, and asks at every `APILimits.heartbeat`.
  private func follow() async {
    isReading = true
    defer { finishReading() }
    // A host whose database is not to be believed, or that is lost, comes last the next time.
    var host = 0
    var patience = limits.patience
    while !Task.isCancelled {
      do throws(StoreError) {
        let follower = try await store.follower(firstHost: host)
        do throws(StoreError) {
          try await follow(follower, &patience)
        } catch {
          await follower.close()
          throw error
        }
        await follower.close()
      } catch {
        note(error)
        host += 1
        // Cancelled: then the loop ends.
        try? await Task.sleep(for: limits.reconnectRest)
      }
    }
  }

  /// Listens first and reads then, so that no commit falls between the two.
  private func follow(
    _ follower: CatalogueFollower, _ patience: inout Duration
  ) async throws(StoreError) {
    var isListening = try await follower.listen()
    // What could not be read while the database was away.
    var isThorough = true
    while !Task.isCancelled {
      // The first time there may be much to read.
      let first = isThorough && followed() == nil
      let wait = first ? limits.longestPatience : patience
      do throws(StoreError) {
        try await refresh(from: .follower(follower, patience: wait), isThorough: isThorough)
      } catch {
        patience = min(patience * 2, limits.longestPatience)
        throw error
      }
      patience = limits.patience
      isThorough = false
      if !isListening { isListening = try await follower.listen() }
      _ = try await follower.heard(within: limits.heartbeat)
    }
  }
}
