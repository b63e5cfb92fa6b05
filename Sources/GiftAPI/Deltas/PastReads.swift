/// Which older catalogues may be read from the database for answers to `since`: few at once, none
/// soon after one has failed, and few for tokens that name none.
struct PastReads: Sendable {
  /// What a read brought.
  enum Outcome: Sendable {
    case gifts
    case nothing
    case failure
  }

  private var running = 0
  /// How many have brought nothing since the second began in which they are counted.
  private var misses = 0
  private var second: ContinuousClock.Instant?
  /// When one could not be read.
  private(set) var failure: ContinuousClock.Instant?

  /// Begins one, if it may be; whoever began it says what it brought.
  mutating func begin(at now: ContinuousClock.Instant, _ limits: APILimits) -> Bool {
    if second.map({ now - $0 >= .seconds(1) }) ?? true {
      second = now
      misses = 0
    }
    let hasRested = failure.map { now - $0 >= limits.following.databaseRest } ?? true
    // Those that run may bring nothing, too.
    guard hasRested, running < limits.deltas.maxPastReads,
      running + misses < limits.deltas.maxUnknownReadsPerSecond
    else { return false }
    running += 1
    return true
  }

  /// Ends one.
  mutating func end(_ outcome: Outcome, at now: ContinuousClock.Instant) {
    running -= 1
    switch outcome {
    case .gifts: break
    case .nothing: misses += 1
    case .failure: failure = now
    }
  }
}
