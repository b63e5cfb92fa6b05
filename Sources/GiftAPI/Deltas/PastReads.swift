/// Limits reads of older catalogues from the database for `since`: few at once, none soon after a
/// failure, and few for tokens that match none.
struct PastReads: Sendable {
  /// The outcome of a read.
  enum Outcome: Sendable {
    case gifts
    case nothing
    case failure
  }

  private var running = 0
  /// The reads without a result in the current second.
  private var misses = 0
  private var second: ContinuousClock.Instant?
  /// When a read last failed.
  private(set) var failure: ContinuousClock.Instant?

  /// Begins a read if allowed; the caller must report its outcome.
  mutating func begin(at now: ContinuousClock.Instant, _ limits: APILimits) -> Bool {
    if second.map({ now - $0 >= .seconds(1) }) ?? true {
      second = now
      misses = 0
    }
    let hasRested = failure.map { now - $0 >= limits.following.databaseRest } ?? true
    // Running reads may have no result either.
    guard hasRested, running < limits.deltas.maxPastReads,
      running + misses < limits.deltas.maxUnknownReadsPerSecond
    else { return false }
    running += 1
    return true
  }

  /// Ends a read.
  mutating func end(_ outcome: Outcome, at now: ContinuousClock.Instant) {
    running -= 1
    switch outcome {
    case .gifts: break
    case .nothing: misses += 1
    case .failure: failure = now
    }
  }
}
