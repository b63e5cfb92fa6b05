import GiftDomain

/// The database's clock, as far as it can be told from the process's own steady one.
///
/// It is behind by the time that the answer took, so nothing is ever early.
struct DatabaseClock: Sendable {
  private let read: Timestamp
  private let readAt: ContinuousClock.Instant

  /// A clock that showed an instant just now.
  init(_ read: Timestamp) {
    self.read = read
    readAt = .now
  }

  /// How long ago it showed the instant.
  var age: Duration { ContinuousClock.now - readAt }

  /// What it shows.
  var now: Timestamp {
    Timestamp(clamping: read.microseconds + Int64(age / Duration.microseconds(1)))
  }
}
