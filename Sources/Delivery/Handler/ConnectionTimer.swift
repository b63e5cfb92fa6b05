import NIOCore

/// The timers of a connection.
///
/// Setting one costs more than answering a request, and cancelling one even more. So none is reset
/// for a later deadline, or cancelled for an earlier one; when it fires, deadlines are checked
/// again.
struct ConnectionTimer {
  private var later: Alarm?
  private var sooner: Alarm?

  private struct Alarm {
    let at: MonotonicTime
    let task: Scheduled<Void>
  }

  /// Whether a timer must be set to fire at `deadline` or before.
  func isNeeded(for deadline: MonotonicTime) -> Bool {
    // Not the alarm's own deadline, because reading its task is slower than everything else here.
    guard let next = sooner?.at ?? later?.at else { return true }
    return deadline < next
  }

  /// Records a timer; only to be called if needed.
  mutating func set(_ task: Scheduled<Void>, at deadline: MonotonicTime) {
    let alarm = Alarm(at: deadline, task: task)
    if later == nil {
      later = alarm
    } else {
      sooner?.task.cancel()
      sooner = alarm
    }
  }

  mutating func fired(_ deadline: MonotonicTime) {
    if sooner?.at == deadline { sooner = nil } else { later = nil }
  }

  mutating func cancel() {
    sooner?.task.cancel()
    later?.task.cancel()
    self = ConnectionTimer()
  }
}

extension MonotonicTime {
  /// The current time of the event loops' clock.
  static func now() -> MonotonicTime {
    MonotonicTime(elapsed: .nanoseconds(Int64(clamping: NIODeadline.now().uptimeNanoseconds)))
  }

  /// The same instant for an event loop.
  var deadline: NIODeadline { .uptimeNanoseconds(0) + TimeAmount(elapsed) }
}
