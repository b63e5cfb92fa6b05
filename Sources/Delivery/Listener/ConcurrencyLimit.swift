import Synchronization

/// A concurrency limit for all connections, such as of requests in the fallback.
package final class ConcurrencyLimit: Sendable {
  /// The most concurrent uses.
  package let limit: Int
  private let count = Atomic(0)

  /// A limit without uses.
  package init(limit: Int) {
    self.limit = limit
  }

  /// The current uses, at most `limit`.
  package var used: Int { min(limit, count.load(ordering: .relaxed)) }

  /// Whether one more use is allowed; if so, it must be released.
  func acquire() -> Bool {
    guard count.wrappingAdd(1, ordering: .relaxed).oldValue >= limit else { return true }
    release()
    return false
  }

  func release() {
    count.wrappingSubtract(1, ordering: .relaxed)
  }
}
