import GiftDomain

/// The database's clock, estimated from the process's own steady clock.
///
/// It is behind by the query's duration, so nothing is ever early.
struct DatabaseClock: Sendable {
  /// How far two readings may differ without a clock having been set: clocks run at different
  /// rates, and a process may wake late.
  static let tolerance = Duration.milliseconds(100)

  /// How far a clock restored from a file is behind at most: the duration of the original query,
  /// which is not saved.
  static let keptLag = Duration.seconds(1)

  private let read: Timestamp
  private let readAt: ContinuousClock.Instant
  /// How far it is behind at most: the query's duration.
  private let lag: Duration

  /// A clock that showed an instant just now, or not longer than `lag` ago.
  init(_ read: Timestamp, at readAt: ContinuousClock.Instant = .now, lag: Duration = .zero) {
    self.read = read
    self.readAt = readAt
    self.lag = lag
  }

  /// The time since the reading.
  var age: Duration { ContinuousClock.now - readAt }

  /// The estimated current instant.
  var now: Timestamp { shown(at: .now) }

  /// Whether it is certainly before an instant, however long the query took.
  func isBefore(_ instant: Timestamp) -> Bool {
    .microseconds(instant.microseconds - now.microseconds) > lag + Self.tolerance
  }

  /// How far a later reading is ahead of this one's estimate; nil if the duration of the two
  /// queries explains the difference.
  func correction(by later: DatabaseClock) -> Duration? {
    let expected = shown(at: later.readAt)
    let difference = Duration.microseconds(later.read.microseconds - expected.microseconds)
    let isExplained =
      difference <= lag + Self.tolerance && difference >= .zero - later.lag - Self.tolerance
    return isExplained ? nil : difference
  }

  /// The estimate at an instant of the process's clock.
  func shown(at instant: ContinuousClock.Instant) -> Timestamp {
    Timestamp(clamping: read.microseconds + Int64((instant - readAt) / Duration.microseconds(1)))
  }
}
