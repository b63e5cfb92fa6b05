import GiftDomain
import Synchronization

/// How writing the snapshot file went, for the metrics.
final class SnapshotStatus: Sendable {
  private let state = Mutex<(writtenAt: Timestamp?, isFailing: Bool)>((nil, false))

  /// When it was last written by this process; nil if it was not.
  var writtenAt: Timestamp? { state.withLock { $0.writtenAt } }

  /// Whether the last attempt failed.
  var isFailing: Bool { state.withLock { $0.isFailing } }

  /// It was written, by this host's clock.
  func note(writtenAt instant: Timestamp) { state.withLock { $0 = (instant, false) } }

  /// It could not be written.
  func noteFailure() { state.withLock { $0.isFailing = true } }
}
