import Synchronization

/// Wakes one task that waits for something to happen, or for a time to pass.
final class Bell: Sendable {
  private struct State {
    var isRung = false
    var sleeper: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Ends the wait, or the next one when nobody waits.
  func ring() {
    let sleeper = state.withLock { state in
      state.isRung = state.sleeper == nil
      defer { state.sleeper = nil }
      return state.sleeper
    }
    sleeper?.resume()
  }

  /// Waits until it rings, and not longer than `time`; ends at once when the task is cancelled.
  func wait(atMost time: Duration) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.wait() }
      // Cancelled: then it has rung, or nobody waits any more.
      group.addTask { try? await Task.sleep(for: time) }
      await group.next()
      group.cancelAll()
    }
  }

  private func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = state.withLock { state in
          guard !state.isRung, !Task.isCancelled else {
            state.isRung = false
            return true
          }
          state.sleeper = continuation
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        defer { state.sleeper = nil }
        return state.sleeper
      }
      sleeper?.resume()
    }
  }
}
