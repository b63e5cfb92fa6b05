import GiftDomain
import GiftStore
import Synchronization

/// The catalogue as it was last read, for the time while the database is away: a function of rows
/// and time, so it goes on switching at each boundary that is planned.
final class HeldCatalogue: Sendable {
  private struct State {
    var view: CatalogueView?
    /// When the view was read, by the process's own steady clock.
    var readAt = ContinuousClock.now
    /// When the database was last found away.
    var failedAt: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  /// Keeps what was read just now.
  func keep(_ view: CatalogueView) {
    state.withLock { state in
      state.failedAt = nil
      // Of two reads at once, the one that saw more.
      if let held = state.view, held.change > view.change { return }
      state = State(view: view, readAt: .now, failedAt: nil)
    }
  }

  /// Notes that the database is away.
  func miss() {
    state.withLock { $0.failedAt = .now }
  }

  /// Whether the database was away so lately that it is not asked again yet.
  func isResting(for rest: Duration) -> Bool {
    state.withLock { state in
      state.failedAt.map { ContinuousClock.now - $0 < rest } ?? false
    }
  }

  /// The catalogue at this instant by the database's clock, as far as is known; nil when none was
  /// ever read.
  func current() throws(StoreError) -> CatalogueView? {
    let (view, readAt) = state.withLock { ($0.view, $0.readAt) }
    guard let view else { return nil }
    let elapsed = (ContinuousClock.now - readAt) / Duration.microseconds(1)
    return try view.later(byMicroseconds: Int64(elapsed))
  }
}
