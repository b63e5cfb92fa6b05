import NIOCore

/// What a connection remembers of time: since when it waits for what, and one timer.
///
/// Setting a timer costs more than answering a request, so it is not set anew when a wait begins
/// that ends later; when it fires, it looks again.
struct ConnectionClock {
  /// Read once for all that came at once.
  private(set) var now = NIODeadline.now()
  /// When the last answer was written, or the connection opened.
  var idleSince: NIODeadline
  /// When the request that is not whole yet began.
  var requestSince: NIODeadline?
  /// How much the client had taken when something was left, and when that was.
  var unwritten: Unwritten?
  private var timer: (at: NIODeadline, task: Scheduled<Void>)?

  init() {
    idleSince = now
  }

  struct Unwritten {
    var takenBytes: Int
    var since: NIODeadline
    /// When that was looked at last.
    var checked: NIODeadline
  }

  mutating func tick() {
    now = .now()
  }

  mutating func requestBegins() {
    if requestSince == nil { requestSince = now }
  }

  /// Whether no timer fires at `deadline` or before.
  func isDue(_ deadline: NIODeadline) -> Bool {
    timer.map { $0.at > deadline } ?? true
  }

  mutating func set(_ task: Scheduled<Void>, at deadline: NIODeadline) {
    timer?.task.cancel()
    timer = (deadline, task)
  }

  mutating func fired() {
    timer = nil
    tick()
  }

  mutating func cancel() {
    timer?.task.cancel()
    timer = nil
  }
}
