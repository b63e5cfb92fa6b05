import GiftDomain

/// The database's clock, as far as it can be told from the process's own steady one.
///
/// It is behind by the time that the answer took, so nothing is ever early.
struct DatabaseClock: Sendable {
  /// By how much two readings may differ although nobody has set a clock: clocks run at rates of
  /// their own, and a process is not woken on time.
  static let tolerance = Duration.milliseconds(100)

  /// How far a clock that a file keeps is behind at most: as long as the answer took from which it
  /// was told, which is not kept.
  static let keptLag = Duration.seconds(1)

  private let read: Timestamp
  private let readAt: ContinuousClock.Instant
  /// How far it is behind at most: as long as the answer took.
  private let lag: Duration

  /// A clock that showed an instant just now, or not longer than `lag` ago.
  init(_ read: Timestamp, at readAt: ContinuousClock.Instant = .now, lag: Duration = .zero) {
    self.read = read
    self.readAt = readAt
    self.lag = lag
  }

  /// How long ago it showed the instant.
  var age: Duration { ContinuousClock.now - readAt }

  /// What it shows.
  var now: Timestamp { shown(at: .now) }

  /// Whether it has not come to an instant yet, however long the answer took.
  func isBefore(_ instant: Timestamp) -> Bool {
    .microseconds(instant.microseconds - now.microseconds) > lag + Self.tolerance
  }

  /// How far a later reading is ahead of what this one has it show by then; nil when the times that
  /// the two answers took explain the difference.
  func correction(by later: DatabaseClock) -> Duration? {
    let expected = shown(at: later.readAt)
    let difference = Duration.microseconds(later.read.microseconds - expected.microseconds)
    let isExplained =
      difference <= lag + Self.tolerance && difference >= .zero - later.lag - Self.tolerance
    return isExplained ? nil : difference
  }

  /// What it shows when the process's own shows an instant.
  func shown(at instant: ContinuousClock.Instant) -> Timestamp {
    Timestamp(clamping: read.microseconds + Int64((instant - readAt) / Duration.microseconds(1)))
  }
}
