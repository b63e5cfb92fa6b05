/// What was written to a client, and has not been taken.
enum Output {
  /// Nothing: the system has taken all of it.
  case clear
  /// Something; `isBlocked`: so much that nothing more is answered.
  case queued(Pace, isBlocked: Bool)

  var isBlocked: Bool {
    if case .queued(_, let isBlocked) = self { return isBlocked }
    return false
  }
}

/// How much a client must have taken, and until when.
struct Pace {
  let until: MonotonicTime
  /// Of all bytes that were ever written.
  let goal: Int

  /// What it has to take in one interval from `now`: not more than was written.
  init(handedBytes: Int, takenBytes: Int, _ limits: PaceLimits, at now: MonotonicTime) {
    until = now + limits.interval
    goal = min(handedBytes, takenBytes + limits.minBytes)
  }
}
