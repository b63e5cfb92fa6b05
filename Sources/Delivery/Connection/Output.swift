/// The output that a client has not taken yet.
enum Output {
  /// None: the system has taken all of it.
  case clear
  /// Some; `isBlocked`: so much that nothing more is answered.
  case queued(Pace, isBlocked: Bool)

  var isBlocked: Bool {
    if case .queued(_, let isBlocked) = self { return isBlocked }
    return false
  }
}

/// How much a client must have taken, and by when.
struct Pace {
  let until: MonotonicTime
  /// The position to reach, in bytes ever written.
  let goal: Int

  /// The goal for one interval from `now`, not beyond the bytes written.
  init(handedBytes: Int, takenBytes: Int, _ limits: PaceLimits, at now: MonotonicTime) {
    until = now + limits.interval
    goal = min(handedBytes, takenBytes + limits.minBytes)
  }
}
