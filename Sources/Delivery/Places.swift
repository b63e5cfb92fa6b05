import Synchronization

/// A number of places for the requests of all connections, such as those of the slow path.
final class Places: Sendable {
  private let limit: Int
  private let count = Atomic(0)

  init(limit: Int) {
    self.limit = limit
  }

  /// Takes a place, which must be given back; false when there is none.
  func take() -> Bool {
    guard count.wrappingAdd(1, ordering: .relaxed).oldValue >= limit else { return true }
    giveBack()
    return false
  }

  func giveBack() {
    count.wrappingSubtract(1, ordering: .relaxed)
  }
}
