import Synchronization

/// How writing the snapshot file went, for the metrics.
final class SnapshotStatus: Sendable {
  private let failing = Atomic(false)

  /// Whether the last attempt failed.
  var isFailing: Bool {
    get { failing.load(ordering: .relaxed) }
    set { failing.store(newValue, ordering: .relaxed) }
  }
}
