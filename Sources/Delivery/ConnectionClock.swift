import NIOCore

/// What a connection remembers of time: since when it waits for what, and when it looks again.
struct ConnectionClock {
  /// Read once for all that came at once.
  private(set) var now = NIODeadline.now()
  /// When the last answer was written, or the connection opened.
  var idleSince: NIODeadline
  /// When the request that is not whole yet began.
  var requestSince: NIODeadline?
  /// How much the client had taken when something was left, and when that was.
  var unwritten: Unwritten?

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

  /// Something is written; how much of it is taken is looked at later, and then counts as progress.
  mutating func writes() {
    if unwritten == nil { unwritten = Unwritten(takenBytes: 0, since: now, checked: now) }
  }
}

/// The timers of a connection.
///
/// Setting one costs more than answering a request, and taking one back more still. So none is set
/// anew when a wait begins that ends later, nor taken back for one that ends sooner; when it fires,
/// it looks again.
struct ConnectionTimers {
  /// When the next one fires; in the far future when there is none.
  private(set) var next = NIODeadline.distantFuture
  private var later: Timer?
  private var sooner: Timer?

  private struct Timer {
    let at: NIODeadline
    let task: Scheduled<Void>
  }

  /// To be called when `deadline` is before `next`.
  mutating func set(_ task: Scheduled<Void>, at deadline: NIODeadline) {
    let timer = Timer(at: deadline, task: task)
    if later == nil {
      later = timer
    } else {
      sooner?.task.cancel()
      sooner = timer
    }
    next = deadline
  }

  mutating func fired(_ deadline: NIODeadline) {
    if sooner?.at == deadline { sooner = nil } else { later = nil }
    next = sooner?.at ?? later?.at ?? .distantFuture
  }

  mutating func cancel() {
    sooner?.task.cancel()
    later?.task.cancel()
    self = ConnectionTimers()
  }
}
