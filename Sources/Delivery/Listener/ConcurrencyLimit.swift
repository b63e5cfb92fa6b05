import Synchronization

/// How much of something may happen at once on all connections, such as requests in the fallback.
package final class ConcurrencyLimit: Sendable {
  /// The most at once.
  package let limit: Int
  private let count = Atomic(0)

  /// Nothing happens yet.
  package init(limit: Int) {
    self.limit = limit
  }

  /// How much happens now; may be above the limit for a moment, while somebody is turned away.
  package var used: Int { min(limit, count.load(ordering: .relaxed)) }

  /// Whether one more may happen; then it must be released.
  func acquire() -> Bool {
    guard count.wrappingAdd(1, ordering: .relaxed).oldValue >= limit else { return true }
    release()
    return false
  }

  func release() {
    count.wrappingSubtract(1, ordering: .relaxed)
  }
}
