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

  /// What it shows.
  var now: Timestamp {
    let elapsed = (ContinuousClock.now - readAt) / Duration.microseconds(1)
    return Timestamp(clamping: read.microseconds + Int64(elapsed))
  }
}
