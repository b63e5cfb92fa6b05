import GiftDomain
import GiftStore

extension SnapshotKeeper {
  /// Tells clients that listen of each new catalogue, until the task is cancelled; boundaries need
  /// no database.
  nonisolated func tell() async {
    while !Task.isCancelled {
      await installed.wait(atMost: await tellNext())
    }
  }

  /// Tells what is served, and says after how long that may be something else.
  private func tellNext() async -> Duration {
    do throws(StoreError) {
      // Before anything was read, whoever reads rings.
      guard let served = try turned() else { return limits.longestWatch }
      events.tell(served.snapshot)
      try prepareNext()
      guard let until = served.snapshot.until else { return limits.longestWatch }
      let left = Duration.microseconds(until.microseconds - served.now.microseconds)
      return max(APILimits.shortestWatch, min(left, limits.longestWatch))
    } catch {
      // Rows that cannot be evaluated: whoever asks is told.
      return limits.longestWatch
    }
  }
}
