import NIOCore

/// The timers of a connection.
///
/// Setting one costs more than answering a request, and taking one back more still. So none is set
/// anew when a wait begins that ends later, nor taken back for one that ends sooner; when it fires,
/// it looks again.
struct ConnectionTimer {
  private var later: Alarm?
  private var sooner: Alarm?

  private struct Alarm {
    let at: MonotonicTime
    let task: Scheduled<Void>
  }

  /// Whether one has to be set to fire at `deadline` or before.
  func isNeeded(for deadline: MonotonicTime) -> Bool {
    // Not the alarm: to look at its task is slower than all else here.
    guard let next = sooner?.at ?? later?.at else { return true }
    return deadline < next
  }

  /// To be called where one is needed.
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
  /// What the event loops' clock shows.
  static func now() -> MonotonicTime {
    MonotonicTime(elapsed: .nanoseconds(Int64(clamping: NIODeadline.now().uptimeNanoseconds)))
  }

  /// The same for an event loop.
  var deadline: NIODeadline { .uptimeNanoseconds(0) + TimeAmount(elapsed) }
}
